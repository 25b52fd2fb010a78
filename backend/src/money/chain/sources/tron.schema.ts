import { z } from 'zod';
import { hash } from './source-answer.rules.js';

/**
 * Shapes of TRON's full-node HTTP API (developers.tron.network, gettransactioninfobyid, getnowblock) and of TronGrid's index
 * (developers.tron.network, "Get TRC20 transaction info by account address"). Further fields are normal; fields that are zero are left out.
 */

const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Milliseconds. */
const time = z.number().int().min(0).max(8.64e15);
const hex = z.string().regex(/^[0-9a-f]*$/);

export const block = z.object({ block_header: z.object({ raw_data: z.object({ number, timestamp: time }) }) });

const log = z.object({ address: z.string().regex(/^[0-9a-f]{40}$/), topics: z.array(hash).max(4).default([]), data: hex.default('') });

const receipt = z.object({
  id: hash,
  blockNumber: number,
  blockTimeStamp: time,
  /** `result` is absent where no contract was called. */
  receipt: z.object({ result: z.string().max(50).optional() }).default({}),
  log: z.array(log).max(10_000).default([]),
});
export type TronReceipt = z.infer<typeof receipt>;

/** `{}` stands for a transaction that the node does not know, or not at this depth. */
export const receiptOrNothing = z.union([receipt, z.strictObject({}).transform(() => null)]);

const row = z.object({
  transaction_id: hash,
  block_timestamp: time,
  to: z.string().max(50),
  type: z.string().max(50),
  value: z.string().regex(/^\d{1,78}$/),
});
export type TransferRow = z.infer<typeof row>;

/** Rows of any token: those that are not as documented are left out, because strangers write them. */
export const anyTokenPage = z.object({
  success: z.literal(true),
  data: z
    .array(
      row
        .extend({ token_info: z.object({ address: z.string().max(50).optional() }).default({}) })
        .nullable()
        .catch(null),
    )
    .max(200),
});

export const transferPage = z.object({
  success: z.literal(true),
  data: z.array(row).max(200),
  meta: z.object({ fingerprint: z.string().min(1).max(1000).optional() }),
});
