import type { SignalReceiptWire } from '../../../platform/wire/index.js';
import type { SeenSignal } from '../signal-receipt-reader.js';

/** A record of `signal-receipts`; its id is made of the two that name it. */
export function presentReceipt({ publishedAt, seenAt, ...same }: SeenSignal): SignalReceiptWire {
  return { id: `${same.signalId}.${same.userId}`, ...same, publishedAt: publishedAt.toISOString(), seenAt: seenAt.toISOString() };
}
