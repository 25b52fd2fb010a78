import { text, variable } from './variable.schema.js';

/** Variables of the web push channel. */
export const webPushVariables = {
  WEB_PUSH_PUBLIC_KEY: variable(
    text().optional(),
    'Public VAPID key, 65 bytes in base64url; `npx web-push generate-vapid-keys` makes a pair; unset: there is no web push',
  ),
  WEB_PUSH_PRIVATE_KEY: variable(text().optional(), 'Private VAPID key that belongs to it, 32 bytes in base64url'),
  WEB_PUSH_SUBJECT: variable(
    text().optional(),
    'Where push services reach the operator: mailto: or https:, at a public name; required with the keys',
  ),
  WEB_PUSH_HOSTS: variable(
    text().optional(),
    'Push services that browsers may name, a comma list of hosts, *.example.com for all below one; unset: fcm.googleapis.com,' +
      'updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
  ),
} as const;
