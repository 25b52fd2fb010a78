import { z } from 'zod';

/** POST admin/share-invoices */
export const orderBody = z.strictObject({
  count: z.number('count must be a number').int('count must be a whole number').min(1, 'There is nothing to invoice'),
  total: z
    .string('total must be the total of the dry run')
    .regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'total must be the total of the dry run'),
});

/** POST admin/share-invoices/close-cycle */
export const closeBody = z.strictObject({
  closesAt: z.iso.datetime('closesAt must be the end that the dry run names').transform((text) => new Date(text)),
});
