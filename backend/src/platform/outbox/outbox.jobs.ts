import { z } from 'zod';
import { defineJob } from '../queue/index.js';

/** The most messages that one job delivers. */
export const MAX_PER_JOB = 20;

/**
 * Delivers outbox messages: `id`, then those of `more`, which were written by the same request or job. The outbox counts tries itself, so
 * the job has one attempt.
 */
export const deliverMessage = defineJob({
  name: 'outbox.deliver',
  queue: 'outbox',
  payload: z.object({
    v: z.literal(1),
    id: z.uuid(),
    more: z
      .array(z.uuid())
      .max(MAX_PER_JOB - 1)
      .optional(),
  }),
  options: { attempts: 1 },
});
