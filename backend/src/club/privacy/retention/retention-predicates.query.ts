import { expressionBuilder, sql, type Expression } from 'kysely';
import type { Database } from '../../../database.js';
import { openStatuses } from '../../../money/invoices/index.js';

// Conditions on a user. The query must alias `users` as `u`.

type Joined = Database & { u: Database['users'] };
const eb = expressionBuilder<Joined, 'u'>();
const one = sql<number>`1`.as('one');

/** The instant at which a retention period is compared. */
export type Instant = Expression<string>;

/** Members whose data must be kept at `at`, whatever their retention period. */
export const isHeld = (at: Instant) =>
  eb.exists(
    eb
      .selectFrom('retention_holds as h')
      .select(one)
      .whereRef('h.user_id', '=', 'u.id')
      .where('h.lifted_at', 'is', null)
      .where((hold) => hold.or([hold('h.until', 'is', null), hold('h.until', '>', at)])),
  );

/** Members with an open invoice: their name is needed until it is paid or void. */
export const hasOpenInvoice = eb.exists(
  eb.selectFrom('invoices as i').select(one).whereRef('i.user_id', '=', 'u.id').where('i.status', 'in', openStatuses),
);

/** Members who sent documents or a payment, or got an invoice, which the law requires us to keep. */
export const hasRecords = eb.or([
  eb.exists(eb.selectFrom('kyc_submissions as k').select(one).whereRef('k.user_id', '=', 'u.id')),
  eb.exists(eb.selectFrom('payments as p').select(one).whereRef('p.user_id', '=', 'u.id')),
  eb.exists(eb.selectFrom('invoices as n').select(one).whereRef('n.user_id', '=', 'u.id')),
]);

/**
 * The completed request that ended the membership, as `e`: it fixed the last day of each part. No row where an admin ended the membership,
 * or where the member was restored since.
 */
export const completedRequest = () =>
  eb
    .selectFrom('erasure_requests as x')
    .select(['x.id', 'x.history_until', 'x.identity_until'])
    .whereRef('x.user_id', '=', 'u.id')
    .where('x.state', '=', 'completed')
    .whereRef('x.ended_at', '>=', 'u.rejected_at')
    .orderBy('x.ended_at', 'desc')
    .limit(1)
    .as('e');

/** The domain of erased accounts' addresses. It cannot receive mail (RFC 2606), so no member has such an address. */
export const ERASED_DOMAIN = '@erased.invalid';
export const isErased = eb('u.email', 'like', `erased-%${ERASED_DOMAIN}`);
