import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { Venue } from '../venues/index.js';

/** The value of an account at the midnight that ends a day. */
export interface DailyEquity {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** In USDT; null: unknown. */
  equity: string | null;
  /** False where anything about the day is estimated, incomplete or does not add up. */
  isCertain: boolean;
}

/** Part of an account's history: from `from` up to but not `before`. */
export interface AccountSpan {
  accountId: string;
  from: Date;
  before: Date;
}

/** Returns the days of each span, in order. Days that were never computed are left out. */
export async function findDailyEquity(em: EntityManager, spans: readonly AccountSpan[]): Promise<DailyEquity[][]> {
  const { rows } = await sql<{ n: string; day: string; equity: string | null; is_certain: boolean }>`
    select s.n, d.day::text as day, d.equity, d.flags = '[]' as is_certain
    from unnest(${spans.map(({ accountId }) => accountId)}::uuid[], ${spans.map(({ from }) => dayOf(from))}::date[],
      ${spans.map(({ before }) => dayOf(before))}::date[]) with ordinality as s (account_id, since, until, n)
    join portfolio_days d on d.account_id = s.account_id and d.day >= s.since and d.day < s.until
    order by s.n, d.day`.execute(db(em));
  return bySpan(spans, rows, ({ day, equity, is_certain }) => ({ day, equity, isCertain: equity !== null && is_certain }));
}

/** A deposit or a withdrawal; `value` is signed, null where it is unknown. */
export interface ExternalFlow {
  at: Date;
  value: string | null;
  /** Value of the account just before all flows of this instant; null: not known. */
  equityBefore: string | null;
}

/** Returns the flows of each span, in order. */
export async function findExternalFlows(em: EntityManager, spans: readonly AccountSpan[]): Promise<ExternalFlow[][]> {
  const { rows } = await sql<{ n: string; at: string; value: string | null; equity_before: string | null }>`
    select s.n, f.at, f.value, p.value_end as equity_before
    from unnest(${spans.map(({ accountId }) => accountId)}::uuid[], ${spans.map(({ from }) => from.toISOString())}::timestamptz[],
      ${spans.map(({ before }) => before.toISOString())}::timestamptz[]) with ordinality as s (account_id, since, until, n)
    join portfolio_flows f on f.account_id = s.account_id and f.at >= s.since and f.at < s.until
    left join lateral (
      select p.ended_at, p.value_end from portfolio_periods p
      where p.account_id = s.account_id and p.started_at < f.at order by p.started_at desc limit 1
    ) p on p.ended_at = f.at
    order by s.n, f.at, f.kind, f.id`.execute(db(em));
  return bySpan(spans, rows, ({ at, value, equity_before }) => ({ at: new Date(at), value, equityBefore: equity_before }));
}

/** When an account's days were computed, and its value at the reading behind them. */
export interface LastEquity {
  computedAt: Date;
  equity: string | null;
}

/** Returns the last computation of accounts by their ids; those that were never computed are left out. */
export async function findLastEquity(em: EntityManager, accountIds: readonly string[]): Promise<Map<string, LastEquity>> {
  const rows = await db(em)
    .selectFrom('portfolio_states')
    .select(['account_id', 'computed_at', 'equity'])
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .execute();
  return new Map(
    rows.flatMap(({ account_id, computed_at, equity }) =>
      computed_at === null ? [] : [[account_id, { computedAt: new Date(computed_at), equity }] as const],
    ),
  );
}

/** The latest known value of a member's current exchange account. */
export interface MemberEquity {
  venue: Venue;
  /** In USDT; null: never computed, or a part of the account has no price. */
  equity: string | null;
  /** The venue's time of the balances; null: never computed. */
  readAt: Date | null;
}

/** Returns null for a user without an exchange account. */
export async function findMemberEquity(em: EntityManager, userId: string): Promise<MemberEquity | null> {
  const row = await db(em)
    .selectFrom('exchange_accounts as a')
    .leftJoin('portfolio_states as s', 's.account_id', 'a.id')
    .select(['a.venue', 's.equity', 's.read_at'])
    .where('a.user_id', '=', userId)
    .where('a.is_current', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  return { venue: row.venue, equity: row.equity, readAt: row.read_at === null ? null : new Date(row.read_at) };
}

/** Rows by the span that they belong to, which PostgreSQL counts from 1. */
function bySpan<Row extends { n: string }, T>(spans: readonly AccountSpan[], rows: readonly Row[], read: (row: Row) => T): T[][] {
  const found: T[][] = spans.map(() => []);
  for (const row of rows) found[Number(row.n) - 1]!.push(read(row));
  return found;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
