import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

const FIVE_MINUTES_MS = 300_000;

/**
 * Appends leaves for signals that the log lacks, and signs a head where one is due. The first head does not wait for it: see
 * `SignFirstHead`.
 */
export const keepLog = defineJob({
  name: 'log.keep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: FIVE_MINUTES_MS, payload: {} },
});
