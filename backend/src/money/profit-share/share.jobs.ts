import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Queues members whose share is to be computed again. */
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
