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

/** Deletes pictures that no text has used for a day, every hour. */
export const sweepPictures = defineJob({
  name: 'analysis.sweep-pictures',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 3_600_000, payload: {} },
});
