import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const PATH = '/#/webhooks';

/** `host`: of the webhook's URL, the rest of which may be a secret. */
const host = z.string().min(1).max(300);

/** To members, about their webhooks. */
export const webhookLetters = {
  'webhook-failing': translated('mail.webhook-failing', z.object({ host }), PATH, {
    values: (data, { isolate }) => ({ host: isolate(data.host) }),
  }),
  'webhook-disabled': translated('mail.webhook-disabled', z.object({ host, reason: z.enum(['gone', 'failing']) }), PATH, {
    values: (data, { isolate }) => ({ host: isolate(data.host), reason: data.reason }),
  }),
} as const;
