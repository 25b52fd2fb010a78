import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

/** Computes one account's figures up to its last reading. */
export const computePortfolio = defineJob({
  name: 'portfolio.compute',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), accountId: z.uuid() }),
});

/** Finds accounts whose figures are out of date. */
export const portfolioDue = defineJob({
  name: 'portfolio.due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
