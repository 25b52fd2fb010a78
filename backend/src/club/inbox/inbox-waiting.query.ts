import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database.js';
import { fullNameOf, optionalFullNameOf } from '../../full-name.query.js';
import type { Query } from '../../platform/persistence/page.query.js';
import { isScheduled, openRequest } from '../reviews/index.js';
import type { FailedQueue, InboxKind } from './inbox.types.js';

/** The columns of every kind, so that they can be read in one statement. */
export interface WaitingRow {
  item_id: string;
  target: string;
  title: string | null;
  detail: string | null;
  since: string;
  due_at: string;
  count: number | null;
  opener_id: string | null;
  opener_name: string | null;
}

export interface WaitingContext {
  /** Hours within which an item should be decided, unless a law says otherwise. */
  hours: number;
  now: Date;
  failed: readonly FailedQueue[];
}

/** Dead letters beyond this number are not counted. */
const MAX_DEAD = 100_000;

const noText = sql<string | null>`null::text`;
const noId = sql<string | null>`null::uuid`;
const noCount = sql<number | null>`null::int`;
const dueAfter = (since: ReturnType<typeof sql>, hours: number) => sql<string>`${since} + make_interval(hours => ${hours}::int)`;
const nobody = [noId.as('opener_id'), noText.as('opener_name')] as const;

type Waiting = (database: Kysely<Database>, context: WaitingContext) => Query<WaitingRow>;

/** Selects pending cases, without those that wait for their member and those whose decision can still be undone. */
const reviews =
  (kind: 'kyc' | 'payment'): Waiting =>
  (database, { hours }) => {
    const table = { kyc: 'kyc_submissions', payment: 'payments' }[kind] as 'payments';
    // The time in which a case waited for its member does not count.
    const dueFrom = kind === 'kyc' ? sql`s.submitted_at + make_interval(secs => s.waited_seconds)` : sql`s.submitted_at`;
    return database
      .selectFrom(`${table} as s`)
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('review_claims as c', (join) =>
        join
          .onRef('c.submission_id', '=', 's.id')
          .on('c.kind', '=', kind)
          .on('c.until', '>', sql<string>`now()`),
      )
      .leftJoin('users as o', 'o.id', 'c.admin_id')
      .select([sql<string>`s.id::text`.as('item_id'), sql<string>`s.id::text`.as('target'), fullNameOf('u').as('title')])
      .select([noText.as('detail'), 's.submitted_at as since', dueAfter(dueFrom, hours).as('due_at'), noCount.as('count')])
      .select(['c.admin_id as opener_id', optionalFullNameOf('o').as('opener_name')])
      .where('s.status', '=', 'pending')
      .where('u.rejected_at', 'is', null)
      .where((eb) => eb.not(eb.exists(isScheduled(kind, eb.ref('s.id')))))
      .where((eb) => eb.not(eb.exists(openRequest(kind, eb.ref('s.id')))));
  };

/** What waits, by kind. `item_id` identifies an item within its kind; one that waits again has another `since`. */
export const waitingOf: Readonly<Record<InboxKind, Waiting>> = {
  kyc: reviews('kyc'),
  payment: reviews('payment'),

  transfer: (database, { hours }) =>
    database
      .selectFrom('chain_transfers as c')
      .leftJoin('invoices as i', 'i.id', 'c.invoice_id')
      .leftJoin('users as u', 'u.id', 'i.user_id')
      .select([sql<string>`c.chain || ':' || c.txid || ':' || c.position`.as('item_id'), 'c.txid as target'])
      .select([optionalFullNameOf('u').as('title'), 'i.number as detail', sql<string>`c.attention_at`.as('since')])
      .select([dueAfter(sql`c.attention_at`, hours).as('due_at'), noCount.as('count'), ...nobody])
      .where('c.attention', 'is not', null),

  dispute: (database, { hours }) =>
    database
      .selectFrom('share_disputes as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select([sql<string>`d.id::text`.as('item_id'), sql<string>`d.user_id::text`.as('target'), fullNameOf('u').as('title')])
      .select(['d.symbol as detail', 'd.opened_at as since', dueAfter(sql`d.opened_at`, hours).as('due_at'), noCount.as('count')])
      .select(nobody)
      .where('d.state', '=', 'open'),

  // A request waits until it is acknowledged, and again from the end of its notice until it is settled.
  redemption: (database, { hours, now }) => {
    const lockedAt = sql`(v.view ->> 'lockedAt')::timestamptz`;
    const since = sql<string>`case when x.acknowledged_at is null then x.requested_at else ${lockedAt} end`;
    return database
      .selectFrom('fund_redemptions as x')
      .innerJoin('fund_mandates as m', 'm.id', 'x.mandate_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('fund_results as r', 'r.mandate_id', 'm.id')
      .innerJoin(sql<{ view: object }>`lateral jsonb_array_elements(r.answer -> 'redemptions')`.as<'v'>(sql`v (view)`), (join) =>
        join.on(sql<boolean>`v.view ->> 'id' = x.id::text`),
      )
      .select([sql<string>`x.id::text`.as('item_id'), sql<string>`m.id::text`.as('target'), fullNameOf('u').as('title')])
      .select([noText.as('detail'), since.as('since'), dueAfter(since, hours).as('due_at'), noCount.as('count'), ...nobody])
      .where('x.settled_at', 'is', null)
      .where('x.cancelled_at', 'is', null)
      .where(sql<boolean>`v.view ->> 'state' in ('pending', 'waiting', 'priced')`)
      .where((eb) => eb.or([eb('x.acknowledged_at', 'is', null), sql<boolean>`${lockedAt} <= ${now.toISOString()}`]));
  },

  erasure: (database) =>
    database
      .selectFrom('erasure_requests as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select([sql<string>`e.id::text`.as('item_id'), sql<string>`e.user_id::text`.as('target'), fullNameOf('u').as('title')])
      .select([noText.as('detail'), 'e.requested_at as since', 'e.answer_due_at as due_at', noCount.as('count'), ...nobody])
      .where('e.state', '=', 'restricted'),

  comment: (database, { hours }) =>
    database
      .selectFrom((eb) =>
        eb
          .selectFrom('comment_reports')
          .select('comment_id')
          .select((of) => [of.fn.min('created_at').as('since'), sql<number>`count(*)::int`.as('reports')])
          .where('resolved_at', 'is', null)
          .groupBy('comment_id')
          .as('r'),
      )
      .innerJoin('comments as c', 'c.id', 'r.comment_id')
      .leftJoin('community_profiles as p', 'p.user_id', 'c.author_id')
      .select([sql<string>`c.id::text`.as('item_id'), sql<string>`c.id::text`.as('target'), 'p.display_name as title'])
      .select([noText.as('detail'), 'r.since', dueAfter(sql`r.since`, hours).as('due_at'), sql<number | null>`r.reports`.as('count')])
      .select(nobody),

  'dead-letter': (database, { hours }) =>
    database
      .selectFrom((eb) =>
        eb
          .selectFrom('outbox')
          .select(['kind', 'dead_at'])
          .where('dead_at', 'is not', null)
          .where('dropped_at', 'is', null)
          .orderBy('dead_at')
          .limit(sql.lit(MAX_DEAD))
          .as('o'),
      )
      .select(['o.kind as item_id', 'o.kind as target', 'o.kind as title', noText.as('detail'), sql<string>`min(o.dead_at)`.as('since')])
      .select([dueAfter(sql`min(o.dead_at)`, hours).as('due_at'), sql<number | null>`count(*)::int`.as('count'), ...nobody])
      .groupBy('o.kind'),

  'failed-job': (database, { hours, failed }) => {
    const [queues, times, counts] = [
      failed.map(({ queue }) => queue),
      failed.map(({ since }) => since.toISOString()),
      failed.map(({ count }) => count),
    ];
    return database
      .selectFrom(
        sql<{ queue: string; since: string; count: number }>`unnest(${queues}::text[], ${times}::timestamptz[], ${counts}::int[])`.as<'f'>(
          sql`f (queue, since, count)`,
        ),
      )
      .select(['f.queue as item_id', 'f.queue as target', 'f.queue as title', noText.as('detail'), 'f.since'])
      .select([dueAfter(sql`f.since`, hours).as('due_at'), sql<number | null>`f.count`.as('count'), ...nobody]);
  },
};
