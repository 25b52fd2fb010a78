export { SignalReader, type PublishedSignal } from './signal-reader.js';
export { Signal, SignalSchema } from './signal.entity.js';
export { SignalReceipt, SignalReceiptSchema } from './signal-receipt.entity.js';
export { SignalReceiptReader, type SeenSignal } from './signal-receipt-reader.js';
export type { Side, SignalTerms } from './signal-terms.js';
export { SignalsModule } from './signals.module.js';
export { SignalsService } from './signals.service.js';
export { score, SURE_DIGITS, type CandleSeries, type Score, type ScoreTerms, type Trail } from './scoring/index.js';
