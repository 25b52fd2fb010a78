import { z } from 'zod';
import { hash, height } from './source-answer.rules.js';

/** Shapes of the Esplora API (github.com/Blockstream/esplora, API.md). Further fields are normal: servers add their own. */

/** All bitcoin there will ever be, in satoshi: below 2^53, so that numbers are exact. */
const MAX_SATOSHI = 2_100_000_000_000_000;
/** Unix seconds. */
const seconds = z.number().int().min(1_231_006_505).max(8.64e12);

/** Unconfirmed: the block's fields are absent, or null in some servers. */
const status = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(false) }),
  z.object({ confirmed: z.literal(true), block_height: height, block_hash: hash, block_time: seconds }),
]);

export const transaction = z.object({
  txid: hash,
  vout: z.array(z.object({ scriptpubkey: z.string().regex(/^([0-9a-f]{2})*$/), value: z.number().int().min(0).max(MAX_SATOSHI) })).min(1),
  status,
});
export const transactions = z.array(transaction).max(500);

export const blockHash = hash;
export const tipHeight = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

export type EsploraTransaction = z.infer<typeof transaction>;
export type ConfirmedStatus = Extract<EsploraTransaction['status'], { confirmed: true }>;
