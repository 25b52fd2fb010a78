import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Queues what is due: members whose share is to be computed again, orders to issue invoices that have not finished. */
export const shareDue = defineJob({
  name: 'club-share.due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});

/** Computes the club's share of one member. */
export const computeShare = defineJob({
  name: 'club-share.compute',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), userId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});

/** Invoices the share of one member, as an admin ordered. */
export const issueShare = defineJob({
  name: 'club-share.issue',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid(), userId: z.uuid() }),
  options: { attempts: 3, backoffMs: 5_000 },
});
