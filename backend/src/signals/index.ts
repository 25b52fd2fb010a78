export { SignalReader, type PublishedSignal } from './signal-reader.js';
export { Signal, SignalSchema } from './signal.entity.js';
export type { Side, SignalTerms } from './signal-terms.js';
export { SignalsModule } from './signals.module.js';
export { SignalsService } from './signals.service.js';
