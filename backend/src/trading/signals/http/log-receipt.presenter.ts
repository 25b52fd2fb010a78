import type { OpenedLeaf } from '../../transparency/index.js';
import type { LogReceiptWire } from '../../../platform/wire/index.js';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Same format as revealed leaves of the public routes. */
export function presentReceipt(leaves: readonly OpenedLeaf[]): LogReceiptWire {
  return {
    format: 'tidemark.receipt/v1',
    entries: leaves.map(({ index, kind, hash, at, content, nonce }) => ({
      index,
      kind,
      hash: base64(hash),
      at: at.toISOString(),
      content,
      nonce: base64(nonce),
    })),
  };
}
