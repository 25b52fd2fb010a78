import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

const HOUR_MS = 3_600_000;

/** Asks each hour whether the run of this night is still to be done: a worker that was away at that hour does it when it is back. */
export const retentionDue = defineJob({
  name: 'privacy.retention',
  // Its first night may be long, and what looks for due readings must not wait behind it.
  queue: 'outbox',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});
