import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Marks invoices as overdue and queues reminders. Hourly, so that a worker that was down makes up for it. */
export const invoicesDue = defineJob({
  name: 'invoice.due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 3_600_000, payload: {} },
});
