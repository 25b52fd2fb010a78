import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { CREDITED_DEPOSITS, type Venue } from '../venues/index.js';
import type { CurrentDrawdown, OpenContract } from './account-alert.types.js';

/** Deposits older than this were not on their way any more. */
const PENDING_DAYS = 30;
const MAX_PENDING = 100;

/** The state of a member's current account that its alerts are about. */
export interface AccountReading {
  accountId: string;
  venue: Venue;
  /** When a sync last ended; null: none has. */
  syncedAt: Date | null;
  /** The time up to which rows and figures are stored, as text of the database in full precision; null: nothing is. */
  version: string | null;
}

/** Returns the reading of the member's current account; null: there is none. */
export async function findAccountReading(em: EntityManager, userId: string): Promise<AccountReading | null> {
  const { rows } = await sql<{ accountId: string; venue: Venue; syncedAt: string | null; version: string | null }>`
    select a.id as "accountId", a.venue, a.last_synced_at as "syncedAt",
      greatest(a.last_synced_at, a.balances_read_at, s.computed_at)::text as version
    from exchange_accounts a left join portfolio_states s on s.account_id = a.id
    where a.user_id = ${userId} and a.is_current`.execute(db(em));
  return rows.map(({ syncedAt, ...row }) => ({ ...row, syncedAt: dateOrNull(syncedAt) }))[0] ?? null;
}

/** Returns the open positions of an account, at most `limit`. */
export async function findOpenContracts(em: EntityManager, accountId: string, limit: number): Promise<OpenContract[]> {
  const { rows } = await sql<OpenContract>`
    select symbol, position_side as "positionSide", trim_scale(position_amt)::text as amount, trim_scale(mark_price)::text as mark,
      trim_scale(liquidation_price)::text as liquidation
    from futures_positions where account_id = ${accountId} and position_amt <> 0
    order by case when liquidation_price > 0 and mark_price > 0 then abs(mark_price - liquidation_price) / mark_price end nulls last,
      symbol, position_side
    limit ${limit}`.execute(db(em));
  return rows;
}

/** Returns the drawdown of an account's last day, or why it is not known (the rule of the performance page: no estimated day). */
export async function findDrawdown(em: EntityManager, accountId: string): Promise<CurrentDrawdown & { readAt: Date | null }> {
  const { rows } = await sql<{ drawdown: string | null; readAt: string; isEstimated: boolean }>`
    select trim_scale(d.drawdown)::text as drawdown, s.read_at as "readAt", exists (
        select 1 from portfolio_days e
        where e.account_id = d.account_id and e.segment = d.segment and jsonb_exists(e.flags, 'estimated')) as "isEstimated"
    from portfolio_states s join portfolio_days d on d.account_id = s.account_id
    where s.account_id = ${accountId} and s.read_at is not null order by d.day desc limit 1`.execute(db(em));
  const [row] = rows;
  const readAt = dateOrNull(row?.readAt);
  if (!row) return { value: null, unknown: 'not-computed', readAt };
  if (row.drawdown === null) return { value: null, unknown: 'incomplete', readAt };
  return row.isEstimated ? { value: null, unknown: 'estimated', readAt } : { value: row.drawdown, unknown: null, readAt };
}

/** Returns ids of deposits that the exchange has not credited yet. */
export async function findPendingDeposits(em: EntityManager, accountId: string): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('deposits')
    .select('id')
    .where('account_id', '=', accountId)
    .where('final', '=', false)
    .where('status', 'not in', [...CREDITED_DEPOSITS])
    .where('inserted_at', '>', sql<string>`now() - ${PENDING_DAYS} * interval '1 day'`)
    .orderBy('inserted_at', 'desc')
    .limit(MAX_PENDING)
    .execute();
  return rows.map(({ id }) => id);
}
