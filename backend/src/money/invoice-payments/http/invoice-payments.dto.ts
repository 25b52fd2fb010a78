import { z } from 'zod';
import { chains } from '../../chain/index.js';

/** POST /me/invoices/{id}/quotes */
export const quoteBody = z.strictObject({ chain: z.enum(chains, 'chain must be bitcoin or tron') });

const transactionId = /^(?:0x)?([0-9a-f]{64})$/i;

/** POST /me/invoices/{id}/transactions */
export const transactionBody = z.strictObject({
  txid: z
    .string('txid must be text')
    .trim()
    .regex(transactionId, 'A transaction id has 64 characters, 0 to 9 and a to f')
    .transform((text) => text.slice(-64).toLowerCase()),
});
