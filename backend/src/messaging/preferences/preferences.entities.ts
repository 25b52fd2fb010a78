import { NotificationPreferenceSchema } from './notification-preference.entity.js';
import { MemberQuietHoursSchema } from './quiet-hours.entity.js';

export const preferenceEntities = [NotificationPreferenceSchema, MemberQuietHoursSchema];
