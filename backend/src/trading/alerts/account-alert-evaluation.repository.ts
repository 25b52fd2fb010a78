import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { isReader, standingColumns } from '../../messaging/channels/index.js';
import { isMailable } from '../../messaging/mail/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { decimalText } from '../../platform/persistence/column.query.js';
import type { MarketPair } from '../market/index.js';
import { CREDITED_DEPOSITS } from '../venues/index.js';
import type { Way } from './alert.rules.js';
import type { AccountAlertKind, ReadingKind } from './account-alert.types.js';
import type { EndReason } from './alert.types.js';

/** An alert about an account, locked for its evaluation. */
export interface DueAccountAlert {
  kind: AccountAlertKind;
  percent: string | null;
  isArmed: boolean;
  startedAt: string;
  /** Its member may have alerts now. */
  isAllowed: boolean;
}

/** The watch over one open position: an alert at a price. */
export interface PositionWatch {
  id: string;
  positionSymbol: string;
  positionSide: string;
  isArmed: boolean;
}

export interface NewWatch extends MarketPair {
  positionSymbol: string;
  positionSide: string;
  level: string;
  way: Way;
  percent: string;
  isArmed: boolean;
  /** The mark price of the reading. */
  last: string;
  checkedTo: Date;
}

export interface CreditedDeposit {
  id: string;
  coin: string;
  amount: string;
  network: string;
  at: string;
}

export interface NewAccountFiring {
  kind: ReadingKind;
  key: string;
  percent?: string;
  drawdown?: string;
  coin?: string;
  amount?: string;
  network?: string;
  at: string;
}

/** Deposits that one evaluation fires for; the others follow with the next one. */
const MAX_DEPOSITS = 200;
/** Older deposits fire nothing. Firings are kept longer than this, so that no deposit fires twice. */
const DEPOSIT_DAYS = 30;

/** Statements that evaluate alerts about accounts. */
@Injectable()
export class AccountAlertEvaluationRepository {
  /** Returns members with an alert whose account was read since, or who watch positions of an account that they have no more. */
  async findDue(em: EntityManager, limit: number): Promise<string[]> {
    const { rows } = await sql<{ userId: string }>`
      select distinct aa.user_id as "userId"
      from account_alerts aa
      left join exchange_accounts a on a.user_id = aa.user_id and a.is_current
      left join portfolio_states s on s.account_id = a.id
      where greatest(a.last_synced_at, a.balances_read_at, s.computed_at) > coalesce(aa.checked_at, '-infinity')
        or (a.id is null and exists (
          select 1 from alerts c where c.user_id = aa.user_id and c.kind = 'liquidation' and c.state = 'active'))
      limit ${limit}`.execute(db(em));
    return rows.map(({ userId }) => userId);
  }

  /** Locks the alerts of a member. */
  async lock(tx: EntityManager, userId: string): Promise<DueAccountAlert[]> {
    const rows = await db(tx)
      .selectFrom('account_alerts as aa')
      .innerJoin('users as u', 'u.id', 'aa.user_id')
      .select(['aa.kind', 'aa.is_armed as isArmed', sql<string>`aa.started_at::text`.as('startedAt')])
      .select(standingColumns)
      .select((eb) => [decimalText(eb.ref('aa.percent')).as('percent'), sql<boolean>`${isMailable}`.as('isMailable')])
      .where('aa.user_id', '=', userId)
      .orderBy('aa.kind')
      .forUpdate('aa')
      .execute();
    return rows.map(({ role, teamRole, paid, isMailable: isInOrder, ...row }) => ({
      ...row,
      isAllowed: isInOrder && isReader({ role, teamRole, paid }),
    }));
  }

  /** Locks the watches over positions of a member. */
  lockWatches(tx: EntityManager, userId: string): Promise<PositionWatch[]> {
    return db(tx)
      .selectFrom('alerts')
      .select(['id', 'position_symbol as positionSymbol', 'position_side as positionSide', 'is_armed as isArmed'])
      .where((eb) => eb.and({ user_id: userId, kind: 'liquidation', state: 'active' }))
      .orderBy('id')
      .forUpdate()
      .$narrowType<{ positionSymbol: string; positionSide: string }>()
      .execute();
  }

  async endWatches(tx: EntityManager, ids: readonly string[], reason: EndReason): Promise<void> {
    if (ids.length === 0) return;
    await db(tx).updateTable('alerts').set({ state: 'ended', end_reason: reason }).where('id', 'in', ids).execute();
  }

  /** Returns its id. */
  async insertWatch(tx: EntityManager, userId: string, watch: NewWatch): Promise<string> {
    const { positionSymbol, positionSide, isArmed, last, checkedTo, ...alert } = watch;
    const id = uuidv7();
    await db(tx)
      .insertInto('alerts')
      .values({
        id,
        user_id: userId,
        kind: 'liquidation',
        ...alert,
        position_symbol: positionSymbol,
        position_side: positionSide,
        repeats: true,
        is_armed: isArmed,
        last_price: last,
        checked_to: checkedTo.toISOString(),
      })
      .execute();
    return id;
  }

  /** Follows a position: its liquidation price, and the venue where the member has another account now. */
  async moveWatch(tx: EntityManager, id: string, { venue, market, base, quote, level, way, percent, isArmed }: NewWatch): Promise<void> {
    await db(tx)
      .updateTable('alerts')
      .set({ venue, market, base, quote, level, way, percent, is_armed: isArmed })
      .where('id', '=', id)
      .execute();
  }

  /** Returns deposits that were credited since the alert was set and have not fired, oldest first. */
  async findUntoldDeposits(tx: EntityManager, userId: string, accountId: string): Promise<CreditedDeposit[]> {
    const { rows } = await sql<CreditedDeposit>`
      select d.id, d.coin, trim_scale(d.amount)::text as amount, d.network, d.inserted_at as at
      from deposits d join account_alerts aa on aa.user_id = ${userId} and aa.kind = 'deposit'
      where d.account_id = ${accountId} and d.status = any(${[...CREDITED_DEPOSITS]}::int[])
        and d.inserted_at > now() - ${DEPOSIT_DAYS} * interval '1 day'
        and (d.inserted_at >= aa.started_at or jsonb_exists(aa.pending_deposits, d.id))
        and not exists (
          select 1 from account_alert_firings f where f.user_id = aa.user_id and f.kind = 'deposit' and f.key = ${accountId} || ':' || d.id)
      order by d.inserted_at, d.id limit ${MAX_DEPOSITS}`.execute(db(tx));
    return rows;
  }

  /** Stores what fired. Returns the ids of those that were not there, by key. */
  async insertFirings(tx: EntityManager, userId: string, firings: readonly NewAccountFiring[]): Promise<Map<string, string>> {
    if (firings.length === 0) return new Map();
    const stored = await db(tx)
      .insertInto('account_alert_firings')
      .values(firings.map((firing) => ({ id: uuidv7(), user_id: userId, ...firing })))
      .onConflict((on) => on.columns(['user_id', 'kind', 'key']).doNothing())
      .returning(['key', 'id'])
      .execute();
    return new Map(stored.map(({ key, id }) => [key, id]));
  }

  /** Stores how an alert stands after a reading. */
  async save(tx: EntityManager, userId: string, { kind, version, isArmed, hasFired, startsAnew }: SavedAlert): Promise<void> {
    await db(tx)
      .updateTable('account_alerts')
      .set({ is_armed: isArmed, checked_at: version })
      .$if(hasFired, (query) => query.set({ fired_at: sql<string>`now()` }))
      .$if(startsAnew, (query) => query.set({ started_at: sql<string>`now()`, pending_deposits: sql<string[]>`'[]'::jsonb` }))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute();
  }
}

export interface SavedAlert {
  kind: AccountAlertKind;
  /** Of the reading that was evaluated (`AccountReading`). */
  version: string | null;
  isArmed: boolean;
  hasFired: boolean;
  /** Deposits until now are not told. */
  startsAnew: boolean;
}
