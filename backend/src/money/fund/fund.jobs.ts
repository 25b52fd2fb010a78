import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

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

/** Behind every sync, which shares their queue: the fees of a year's end are many, and nobody waits for one of them. */
const LAST_PRIORITY = 2_000_000;
const HOUR_MS = 3_600_000;

/** Options of a job: one that waits already is not queued again, and one that was given up is tried again within the hour. */
export const queuedOnce = (name: string, now: Date) => ({
  jobId: `${name}-${Math.floor(now.getTime() / HOUR_MS)}`,
  priority: LAST_PRIORITY,
});
