import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Computes how signals were traded. Every ten minutes: the public sees sums over many trades, not when a single one was synced. */
export const computeSignalPractice = defineJob({
  name: 'signal-practice.compute',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 600_000, payload: {} },
});
