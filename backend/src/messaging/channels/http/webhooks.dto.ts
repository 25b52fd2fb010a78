import { z } from 'zod';

/** POST /me/webhooks */
export const newWebhookBody = z.strictObject({
  url: z.string('Enter the URL').trim().min(1, 'Enter the URL').max(2000, 'This URL is too long'),
});
export type NewWebhookBody = z.output<typeof newWebhookBody>;
