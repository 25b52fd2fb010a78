import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Reads the addresses that are due on each chain. Which ones are is stored, so that restarts and other workers repeat nothing. */
export const chainWatch = defineJob({
  name: 'chain.watch',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 5000, payload: {} },
});
