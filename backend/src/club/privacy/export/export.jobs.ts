import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

/** Puts one export together. */
export const makeExport = defineJob({
  name: 'privacy.make-export',
  queue: 'outbox',
  payload: z.object({ v: z.literal(1), exportId: z.uuid() }),
  options: { attempts: 4, backoffMs: 5000 },
});

/** Deletes exports whose day is over, takes up those that nobody works on, and erases what need not be kept any longer. */
export const sweepPrivacy = defineJob({
  name: 'privacy.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 5 * 60_000, payload: {} },
});
