import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../platform/domain/index.js';
import type { Database } from '../../database.js';
import type { Segment } from './broadcast-segment.schema.js';
import type { Recipients } from './broadcast.types.js';

// Conditions on a user. The query must alias `users` as `u`.

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** Members of a segment: every condition that it names holds. Admins are in none. */
export function isInSegment({ memberships, payment, kyc, lastSeen, languages }: Segment): Expression<SqlBool> {
  const seen = (days: number) =>
    eb.exists(
      eb
        .selectFrom('sessions as s')
        .select(sql<number>`1`.as('one'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.last_seen_at', '>', sql<string>`now() - make_interval(days => ${days})`),
    );
  return eb.and([
    eb('u.role', '<>', 'admin'),
    ...(memberships ? [eb('u.role', 'in', memberships)] : []),
    ...(payment ? [eb('u.payment_status', payment === 'paid' ? 'is not distinct from' : 'is distinct from', 'approved')] : []),
    ...(kyc ? [sql<boolean>`coalesce(u.kyc_status, 'none') = any(${kyc}::text[])`] : []),
    ...(lastSeen ? [lastSeen.when === 'within' ? seen(lastSeen.days) : eb.not(seen(lastSeen.days))] : []),
    ...(languages ? [sql<boolean>`coalesce(u.language, ${DEFAULT_LANGUAGE}) = any(${languages}::text[])`] : []),
  ]);
}

/** Users whom a broadcast is for. */
export function isAmong(recipients: Recipients): Expression<SqlBool> {
  if ('userId' in recipients) return eb('u.id', '=', recipients.userId);
  if ('segment' in recipients) return isInSegment(recipients.segment);
  return recipients.audience === 'all' ? eb('u.role', '<>', 'admin') : eb('u.role', '=', recipients.audience);
}
