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

/** Computes the fees of every mandate that is due, beside other jobs of its name. */
export const computeDueFunds = defineJob({
  name: 'fund.compute-due',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1) }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Computes the fees of one mandate: of a batch that failed, so that it holds no other up. */
export const computeFund = defineJob({
  name: 'fund.compute',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), mandateId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Issues the invoices that an admin ordered, beside other jobs of its name. */
export const issueDueFunds = defineJob({
  name: 'fund.issue-due',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Issues the invoices of one mandate: of a batch that failed. */
export const issueFund = defineJob({
  name: 'fund.issue',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid(), mandateId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Behind every sync, which shares their queue: the fees of a year's end are many, and nobody waits for one of them. */
const LAST_PRIORITY = 2_000_000;
const MINUTE_MS = 60_000;

/** Options of a job: one that waits already is not queued again, and one that was given up is tried again within `minutes`. */
export const queuedOnce = (name: string, now: Date, minutes = 60) => ({
  jobId: `${name}-${Math.floor(now.getTime() / (minutes * MINUTE_MS))}`,
  priority: LAST_PRIORITY,
});

/** Mandates that one transaction computes or invoices. */
export const BATCH = 20;
const MAX_JOBS = 4;
/** With this many due mandates, or more, as many jobs as there may be share the work. */
export const MANY = BATCH * MAX_JOBS;

/** Options of the jobs that share the work on `count` mandates. */
export const sharedJobs = (name: string, count: number, now: Date) =>
  Array.from({ length: Math.min(MAX_JOBS, Math.ceil(count / BATCH)) }, (_, n) => queuedOnce(`${name}-${n}`, now, 10));
