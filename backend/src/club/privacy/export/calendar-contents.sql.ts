import type { MemberSet } from './member-set.types.js';

/** Events that a member signed up for. */
export const calendarSet: MemberSet = {
  path: 'events.json',
  about: 'Events of the club that you signed up for, and when we reminded you',
  tables: ['calendar_signups'],
  sql: `select e.title, e.kind, e.starts_at as "startsAt", e.ends_at as "endsAt", e.state, s.signed_up_at as "signedUpAt",
      s.day_reminded_at as "remindedADayBefore", s.hour_reminded_at as "remindedAnHourBefore"
    from calendar_signups s join calendar_events e on e.id = s.event_id where s.user_id = $1 order by e.starts_at, e.id`,
};
