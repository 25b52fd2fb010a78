import { z } from 'zod';

const dollars = (message: string) => z.string(message).regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, message);
const amount = dollars('Enter an amount in dollars, like 12500 or 12500.50').refine(
  (text) => /[1-9]/.test(text),
  'Enter an amount above 0',
);

/** POST /me/fund/mandate */
export const signatureBody = z.strictObject({
  version: z.string('version must be text').min(1, 'version must not be empty').max(20, 'version is too long'),
  sha256: z.string('sha256 must be text').regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits'),
  name: z.string('Type your name').trim().min(1, 'Type your name').max(201, 'This name is too long'),
});

/** POST /me/fund/redemptions, and its preview. */
export const redemptionBody = z.strictObject({
  amount: z.union([z.literal('all'), amount], 'Enter an amount in dollars, like 12500, or "all"'),
});
