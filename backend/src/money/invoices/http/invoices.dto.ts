import { z } from 'zod';
import { incomeKinds } from '../../ledger/index.js';
import { invoiceSorts } from '../invoice-reader.repository.js';
import { invoiceStatuses } from '../invoice-status.rules.js';

const id = z.uuid('id must be a list of ids').transform((text) => text.toLowerCase());
const day = (name: string) => z.iso.date(`${name} must be a day, YYYY-MM-DD`);
const issued = invoiceStatuses.filter((status) => status !== 'draft');

/** Sorts and filters of `invoices` in the console. */
export const invoiceListRules = {
  sortable: invoiceSorts,
  filters: {
    id: z.array(id, 'id must be a list of ids').max(1000, 'id must be a list of 1000 ids at most'),
    q: z.string('q must be text').trim().min(1, 'q must not be empty').max(100, 'q is too long'),
    status: z.enum(issued, `status must be one of ${issued.join(', ')}`),
    kind: z.enum(incomeKinds, `kind must be one of ${incomeKinds.join(', ')}`),
    userId: z.uuid('userId must be an id').transform((text) => text.toLowerCase()),
    from: day('from'),
    to: day('to'),
  },
};
