import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

/** Makes one export. */
export const makeExport = defineJob({
  name: 'privacy.make-export',
  queue: 'outbox',
  payload: z.object({ v: z.literal(1), exportId: z.uuid() }),
  options: { attempts: 4, backoffMs: 5000 },
});

/** Deletes expired exports, restarts stalled ones, and erases data whose retention period is over. */
export const sweepPrivacy = defineJob({
  name: 'privacy.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 5 * 60_000, payload: {} },
});
