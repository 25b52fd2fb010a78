import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { choiceKinds, notificationChannels, notificationValues } from './notification.types.js';

const NotificationPreferenceSchema = defineEntity({
  name: 'NotificationPreference',
  tableName: 'notification_preferences',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** `all`: every kind on this channel that has no choice of its own. */
    kind: p.enum(choiceKinds).primary(),
    channel: p.enum(notificationChannels).primary(),
    value: p.enum(notificationValues),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** A member's choice. Without a row the table in notification-table.rules.ts holds. */
export class NotificationPreference extends NotificationPreferenceSchema.class {}
NotificationPreferenceSchema.setClass(NotificationPreference);
export { NotificationPreferenceSchema };
