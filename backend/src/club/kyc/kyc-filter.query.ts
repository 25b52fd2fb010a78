import { expressionBuilder, sql, type ExpressionBuilder, type Nullable, type QueryCreator, type SqlBool } from 'kysely';
import type { Membership, ReviewStatus } from '../../platform/domain/index.js';
import type { Database } from '../../database.js';
import { keyStateOf, type KeyState } from '../../trading/exchange-accounts/index.js';
import type { Venue } from '../../trading/venues/index.js';
import { memberMatches } from '../users/index.js';
import { openRequest } from '../reviews/index.js';
import type { ServiceBounds, ServiceState } from './kyc-service-level.rules.js';

/** Whom a pending submission waits for. */
export const waitsFor = ['reviewer', 'member'] as const;
export type WaitsFor = (typeof waitsFor)[number];

/** What a list of submissions and the counts of the queue are filtered by. */
export interface ReviewFilter {
  id?: string[];
  /** Member's id, name, email or phone. */
  q?: string;
  status?: ReviewStatus;
  userId?: string;
  userType?: Membership;
  platform?: Venue;
  country?: string;
  keyState?: KeyState | 'none';
  /** Of those that wait: for a reviewer, or for their member. */
  waitsFor?: WaitsFor;
  /** Of those that wait for a reviewer. */
  age?: ServiceState;
  /** The id of who holds the claim or has decided; `none`: waiting, and nobody holds it. */
  reviewer?: string;
}

/** Query aliases of the repositories: submission, member, claim. */
export type Joined = Database & { s: Database['kyc_submissions']; u: Database['users']; c: Nullable<Database['review_claims']> };
type Condition = ExpressionBuilder<Joined, 's' | 'u' | 'c'>;
const eb = expressionBuilder<Joined, 's' | 'u' | 'c'>();

/** Joins that conditions and counts need. */
export function joinedSubmissions(creator: QueryCreator<Database>) {
  return creator
    .selectFrom('kyc_submissions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('review_claims as c', (join) =>
      join
        .onRef('c.submission_id', '=', 's.id')
        .on('c.kind', '=', 'kyc')
        .on('c.until', '>', sql<string>`now()`),
    );
}

/** Selects pending submissions, except those of members in the rejected list. */
export const isPending = (on: Condition) => on.and([on('s.status', '=', 'pending'), on('u.rejected_at', 'is', null)]);

/** Selects the submissions whose member is asked for a document again. */
export const waitsForMember = (on: Condition) => on.exists(openRequest('kyc', on.ref('s.id')));

/** Selects the submissions of the queue: pending ones, but those that wait for their member. */
export const isQueued = (on: Condition) => on.and([isPending(on), on.not(waitsForMember(on))]);

/** The moment from which the service level counts: the time that a submission has waited for its member is left out. */
export const waitingSince = sql<string>`s.submitted_at + make_interval(secs => s.waited_seconds)`;

/** The state of a submission's key. A rejection removes it. */
export const keyState = eb
  .case()
  .when('s.status', '=', 'rejected')
  .then(sql<KeyState | 'none'>`'none'`)
  .else(eb.fn.coalesce(keyStateOf(eb.ref('s.exchange_account_id')), sql<KeyState | 'none'>`'none'`))
  .end();

/** `bounds`: of the service level, for `age`. */
export function matches(on: Condition, filter: ReviewFilter, bounds: ServiceBounds) {
  const { id, q, status, userId, userType, platform, country, age, reviewer } = filter;
  return on.and([
    ...(id ? [sql<SqlBool>`s.id = any(${id}::uuid[])`] : []),
    ...(userId ? [on('s.user_id', '=', userId)] : []),
    ...(userType ? [on('s.user_type', '=', userType)] : []),
    ...(platform ? [on('s.platform', '=', platform)] : []),
    ...(country ? [on('u.country', '=', country)] : []),
    ...(filter.keyState ? [on(keyState, '=', filter.keyState)] : []),
    ...(status ? [status === 'pending' ? isPending(on) : on('s.status', '=', status)] : []),
    ...(filter.waitsFor ? [filter.waitsFor === 'reviewer' ? isQueued(on) : on.and([isPending(on), waitsForMember(on)])] : []),
    ...(age ? [isQueued(on), waitingWithin(age, bounds)] : []),
    ...(reviewer ? [reviewer === 'none' ? on.and([isPending(on), on('c.admin_id', 'is', null)]) : isReviewedBy(reviewer)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

function waitingWithin(age: ServiceState, { overdue, dueSoon }: ServiceBounds) {
  const upTo = (at: Date) => eb(waitingSince, '<=', at.toISOString());
  if (age === 'overdue') return upTo(overdue);
  return age === 'due-soon' ? eb.and([upTo(dueSoon), eb.not(upTo(overdue))]) : eb.not(upTo(dueSoon));
}

const isReviewedBy = (adminId: string) => eb(eb.fn.coalesce('c.admin_id', 's.decided_by'), '=', adminId);
