import { z } from 'zod';
import { mandateStates } from '../fund.entities.js';
import { mandateSorts } from '../fund-mandate-reader.repository.js';
import { tickableItems } from '../redemption-life.rules.js';

const id = z.uuid('id must be a list of ids').transform((text) => text.toLowerCase());

/** POST admin/fund-mandates/{id}/decline */
export const declineBody = z.strictObject({
  reason: z.string('Give a reason').trim().min(3, 'Give a reason').max(500, 'This reason is too long'),
});

/** POST admin/fund-redemptions/{id}/checklist */
export const checklistBody = z.strictObject({
  item: z.enum(tickableItems, `item must be one of ${tickableItems.join(', ')}`),
  isDone: z.boolean('isDone must be true or false'),
});

/** POST admin/fund-invoices */
export const orderBody = z.strictObject({
  count: z.number('count must be a number').int('count must be a whole number').min(1, 'There is nothing to invoice'),
  total: z
    .string('total must be the total of the dry run')
    .regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'total must be the total of the dry run'),
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
