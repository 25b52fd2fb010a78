import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Publishes scheduled posts, every minute. */
export const publishDuePosts = defineJob({
  name: 'analysis.publish-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
