import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

const isMinute = (column: string) => `"${column}" >= 0 and "${column}" <= 1439`;

const MemberQuietHoursSchema = defineEntity({
  name: 'MemberQuietHours',
  tableName: 'quiet_hours',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** Minutes of the day on the member's clock. */
    fromMinute: p.smallint(),
    toMinute: p.smallint(),
    /** IANA name. */
    timeZone: p.string().length(64),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'quiet_hours_minutes_check',
      expression: `${isMinute('from_minute')} and ${isMinute('to_minute')} and "from_minute" <> "to_minute"`,
    },
  ],
});

/** When a member wants no sound. Without a row: never. */
export class MemberQuietHours extends MemberQuietHoursSchema.class {}
MemberQuietHoursSchema.setClass(MemberQuietHours);
export { MemberQuietHoursSchema };
