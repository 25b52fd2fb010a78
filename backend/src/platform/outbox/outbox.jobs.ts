import { z } from 'zod';
import { defineJob } from '../queue/index.js';

/** Delivers one outbox message. The outbox counts tries itself, so the job has one attempt. */
export const deliverMessage = defineJob({
  name: 'outbox.deliver',
  queue: 'outbox',
  payload: z.object({ v: z.literal(1), id: z.uuid() }),
  options: { attempts: 1 },
});
