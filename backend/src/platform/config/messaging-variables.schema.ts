import { flag, integer, jsonObject, text, url, variable } from './variable.schema.js';

/** Variables of what leaves for members: emails, notifications and webhooks. */
export const messagingVariables = {
  SMTP_URL: variable(
    url(['smtp', 'smtps']).optional(),
    'Mail server; unset: a development mailbox at /dev/mailbox, nothing leaves the machine',
    'required',
  ),
  MAIL_FROM: variable(text().optional(), 'Sender of every mail; unset: Tidemark <no-reply@HOST of PUBLIC_URL>'),
  SMTP_TIMEOUT_SECONDS: variable(
    integer(1, 300).optional(),
    'Seconds without a word from the mail server before a mail is tried again over another connection; unset: 30',
  ),
  BROADCAST_DELAY_SECONDS: variable(
    integer(0, 3600).optional(),
    'Seconds in which a broadcast can be cancelled before its first mail leaves; unset: 60 in production, 3 outside it',
  ),
  CLUB_TIME_ZONE: variable(
    text()
      .refine(
        (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
        'must be an IANA time zone such as Europe/Madrid',
      )
      .optional(),
    'Time zone of members who have set none, for broadcasts at a local time; unset: UTC',
  ),
  NOTIFICATION_DEFAULTS: variable(
    jsonObject().optional(),
    'Changes of what members are told about where they have chosen nothing, as JSON such as {"signal-ended":{"email":"off"}}; ' +
      'docs/notifications.md has the table; unset: its defaults',
  ),
  WEBHOOK_LOOPBACK: variable(
    flag().optional(),
    'true lets webhooks call this machine, over http and on every port, for development and tests; production refuses to start with it',
  ),
  DEV_SMTP_PORT: variable(integer(1, 65535).optional(), 'Loopback port of the development mailbox; unset: 1025'),
} as const;
