import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

const HOUR_MS = 3_600_000;

/** Checks hourly whether the run of the night is due, so that a worker that was down at that hour makes up for it. */
export const retentionDue = defineJob({
  name: 'privacy.retention',
  // The first run may be long, and must not delay the jobs that schedule syncs.
  queue: 'outbox',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});
