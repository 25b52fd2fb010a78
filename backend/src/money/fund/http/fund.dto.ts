import { z } from 'zod';
import { mandateStates } from '../fund.entities.js';
import { mandateSorts } from '../fund-mandate-reader.repository.js';

const id = z.uuid('id must be a list of ids').transform((text) => text.toLowerCase());
const dollars = (message: string) => z.string(message).regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, message);
const amount = dollars('Enter an amount in dollars, like 12500 or 12500.50').refine(
  (text) => Number(text) > 0,
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

/** POST admin/fund-mandates/{id}/decline */
export const declineBody = z.strictObject({
  reason: z.string('Give a reason').trim().min(3, 'Give a reason').max(500, 'This reason is too long'),
});

/** POST admin/fund-invoices */
export const orderBody = z.strictObject({
  count: z.number('count must be a number').int('count must be a whole number').min(1, 'There is nothing to invoice'),
  total: dollars('total must be the total of the dry run'),
});

/** Sorts and filters of `fund-mandates` in the console. */
export const mandateListRules = {
  sortable: mandateSorts,
  filters: {
    id: z.array(id, 'id must be a list of ids').max(1000, 'id must be a list of 1000 ids at most'),
    q: z.string('q must be text').trim().min(1, 'q must not be empty').max(100, 'q is too long'),
    state: z.enum(mandateStates, `state must be one of ${mandateStates.join(', ')}`),
    userId: z.uuid('userId must be an id').transform((text) => text.toLowerCase()),
  },
};
