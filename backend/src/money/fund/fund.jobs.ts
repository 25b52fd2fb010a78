import { z } from 'zod';
import { defineJob, queuedOnce } from '../../platform/queue/index.js';

export { queuedOnce };

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

/** Issues the invoices of one mandate: of a batch that failed, or of a member whom another transaction had locked. */
export const issueFund = defineJob({
  name: 'fund.issue',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid(), mandateId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Mandates that one transaction computes or invoices. Their emails leave in groups, which costs the queue less than one by one. */
export const BATCH = 50;
const MAX_JOBS = 4;
/** With this many due mandates, or more, as many jobs as there may be share the work. */
export const MANY = BATCH * MAX_JOBS;

/** Options of the jobs that share the work on `count` mandates. */
export const sharedJobs = (name: string, count: number, now: Date) =>
  Array.from({ length: Math.min(MAX_JOBS, Math.ceil(count / BATCH)) }, (_, n) => queuedOnce(`${name}-${n}`, now, 10));
