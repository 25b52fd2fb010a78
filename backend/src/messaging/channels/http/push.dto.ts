import { z } from 'zod';
import { isBrowserKey, isBrowserSecret } from '../push/push-endpoint.rules.js';

const MAX_ENDPOINT = 2000;
const BAD = 'This subscription cannot be read. Reload the page and try again';

/** A PushSubscription as browsers write it. */
const subscription = z.object({
  endpoint: z.string(BAD).min(1, BAD).max(MAX_ENDPOINT, BAD),
  keys: z.strictObject({
    p256dh: z.string(BAD).max(200, BAD).refine(isBrowserKey, BAD),
    auth: z.string(BAD).max(100, BAD).refine(isBrowserSecret, BAD),
  }),
});

/** POST /me/push */
export const newDeviceBody = subscription.strict();
export type NewDeviceBody = z.output<typeof newDeviceBody>;

/** POST /me/push/renew. `previous`: the endpoint that the browser has replaced. */
export const renewDeviceBody = subscription.extend({ previous: z.string(BAD).max(MAX_ENDPOINT, BAD).optional() }).strict();
export type RenewDeviceBody = z.output<typeof renewDeviceBody>;
