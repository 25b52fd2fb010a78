import { z } from 'zod';
import { isPossibleChoice } from '../notification-table.rules.js';
import { isTimeZone } from '../local-time.rules.js';
import { choiceKinds, notificationChannels, notificationValues } from '../notification.types.js';

const MAX_CHANGES = 100;
const TIME = 'Enter a time such as 22:00';

const preference = z
  .strictObject({
    kind: z.enum(choiceKinds, 'Choose a notification from the list'),
    channel: z.enum(notificationChannels, 'Choose a channel from the list'),
    value: z.enum(notificationValues, 'Choose on, silent, digest or off').nullable(),
  })
  .refine(({ kind, channel, value }) => isPossibleChoice(kind, channel, value), {
    message: 'This notification cannot be changed on this channel',
    path: ['value'],
  });

const minute = z
  .string(TIME)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME)
  .transform((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)));

const quietHours = z
  .strictObject({
    from: minute,
    to: minute,
    timeZone: z.string('Choose a time zone from the list').refine(isTimeZone, 'Choose a time zone from the list').max(64),
  })
  .refine(({ from, to }) => from !== to, { message: 'Quiet hours must end at a different time than they begin', path: ['to'] });

/** PATCH /me/notification-preferences */
export const notificationChanges = z
  .strictObject({
    preferences: z
      .array(preference, 'Send a list of changes')
      .min(1, 'Send a list of changes')
      .max(MAX_CHANGES, 'Send fewer changes at a time')
      .optional(),
    quietHours: quietHours.nullable().optional(),
  })
  .refine(({ preferences, quietHours: hours }) => preferences !== undefined || hours !== undefined, {
    message: 'Send a list of changes',
    path: ['preferences'],
  });
export type NotificationChanges = z.output<typeof notificationChanges>;
