import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database.js';
import type { MemberPreferences } from './member-dispatch.rules.js';
import { preferenceOf, type ClubDefaults } from './notification-table.rules.js';
import {
  EVERY_KIND,
  type ChoiceKind,
  type NotificationChoice,
  type NotificationKind,
  type NotificationValue,
  type QuietHours,
} from './notification.types.js';

// Preferences within queries. The query must alias `users` as `u`.

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

const isPaying = eb('u.payment_status', 'is not distinct from', 'approved');

const choices = sql<NotificationChoice[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'channel', n.channel, 'value', n.value)), '[]')
  from notification_preferences n where n.user_id = u.id)`;

const quietHours = sql<QuietHours | null>`(
  select jsonb_build_object('from', q.from_minute, 'to', q.to_minute, 'timeZone', q.time_zone) from quiet_hours q where q.user_id = u.id)`;

/** Columns with what `NotificationPolicy.dispatch` needs, see `memberPreferencesOf`. */
export const preferenceColumns = [
  isPaying.$castTo<boolean>().as('isPaying'),
  choices.as('notificationChoices'),
  quietHours.as('quietHours'),
] as const;

/** What a row with `preferenceColumns` says. */
export const memberPreferencesOf = (row: {
  isPaying: boolean;
  notificationChoices: NotificationChoice[];
  quietHours: QuietHours | null;
}): MemberPreferences => ({ isPaying: row.isPaying, choices: row.notificationChoices, quietHours: row.quietHours });

const chosenByEmail = (kind: ChoiceKind) =>
  eb
    .selectFrom('notification_preferences as n')
    .select('n.value')
    .whereRef('n.user_id', '=', 'u.id')
    .where('n.kind', '=', kind)
    .where('n.channel', '=', 'email');

/** `preferenceOf` within a query: what holds for a kind of email. Quiet hours are not asked. */
export function emailValue(kind: NotificationKind, club: ClubDefaults) {
  const standard = (paying: boolean) => preferenceOf(kind, 'email', paying, { club: club[kind]?.email })!;
  if (standard(true).source === 'required') return sql<NotificationValue>`'on'`;
  return sql<NotificationValue>`coalesce(${chosenByEmail(kind)}, ${chosenByEmail(EVERY_KIND)},
    case when ${isPaying} then ${standard(true).value}::text else ${standard(false).value}::text end)`;
}

/** Whether a user wants a kind of email, at once or with others of a day. */
export const wantsEmail = (kind: NotificationKind, club: ClubDefaults) => sql<SqlBool>`${emailValue(kind, club)} <> 'off'`;

/** Users with any choice about a kind of email: all others have the default. */
export const choseByEmail = (kind: NotificationKind) =>
  eb(
    'u.id',
    'in',
    eb
      .selectFrom('notification_preferences as n')
      .select('n.user_id')
      .where('n.channel', '=', 'email')
      .where('n.kind', 'in', [kind, EVERY_KIND]),
  );
