import { z } from 'zod';
import { defineJob } from '../queue/index.js';

/** Maximum number of messages in one job. */
export const MAX_PER_JOB = 20;

/**
 * Delivers the outbox message `id`, then the messages `more`. All of them have one kind and were written by one request or job. The outbox
 * retries each message by itself, so the job has one attempt.
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
