import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

export { queuedOnce } from '../../platform/queue/index.js';

/** Queues what is due: mandates to compute, orders to issue invoices that have not finished. */
export const fundDue = defineJob({
  name: 'fund.due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});

/** Computes the fees of one mandate. */
export const computeFund = defineJob({
  name: 'fund.compute',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), mandateId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Issues the invoices of one mandate, as an admin ordered. */
export const issueFund = defineJob({
  name: 'fund.issue',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid(), mandateId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});
