import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Reminds members of events that begin in a day or an hour, every minute. */
export const sendCalendarReminders = defineJob({
  name: 'calendar.send-reminders',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
