import type { SignalReceiptWire } from '../../../platform/wire/index.js';
import type { SeenSignal } from '../signal-receipt.repository.js';

/** A record of `signal-receipts`; its id is made of both keys. */
export function presentReceipt({ publishedAt, seenAt, ...same }: SeenSignal): SignalReceiptWire {
  return { id: `${same.signalId}.${same.userId}`, ...same, publishedAt: publishedAt.toISOString(), seenAt: seenAt.toISOString() };
}
