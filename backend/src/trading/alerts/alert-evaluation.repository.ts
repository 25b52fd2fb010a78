import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { isReader, standingColumns } from '../../messaging/channels/index.js';
import { isMailable } from '../../messaging/mail/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { decimalText, epochSeconds } from '../../platform/persistence/column.query.js';
import type { AlertState, Way } from './alert.rules.js';
import type { MarketPair } from '../market/index.js';
import type { AlertKind, EndReason } from './alert.types.js';

/** An active alert, locked for its evaluation. Times are seconds since 1970. */
export interface DueAlert {
  id: string;
  userId: string;
  kind: AlertKind;
  signalId: string | null;
  level: string;
  way: Way | null;
  percent: string | null;
  repeats: boolean;
  state: AlertState;
  checkedTo: number;
  /** Its member may have alerts now: the account is in order, and they may see signals. */
  isAllowed: boolean;
}

/** What an evaluation concluded about an alert. */
export interface EvaluatedAlert {
  id: string;
  level: string;
  state: AlertState;
  checkedTo: number;
  /** It fired and does not repeat. */
  isDone: boolean;
  endReason: EndReason | null;
  /** Candles that were skipped. */
  unchecked: { from: number; to: number } | null;
}

/** The crossing of an alert's level, or a position that was found beyond it. `minute`: seconds since 1970. */
export interface NewFiring {
  alertId: string;
  userId: string;
  minute: number;
  way: Way;
  level: string;
  high: number;
  low: number;
}

const isOf =
  ({ venue, market, base, quote }: MarketPair) =>
  (eb: ExpressionBuilder<Database & { a: Database['alerts'] }, 'a'>) =>
    eb.and([eb('a.venue', '=', venue), eb('a.market', '=', market), eb('a.base', '=', base), eb('a.quote', '=', quote)]);

/** Statements that evaluate alerts. */
@Injectable()
export class AlertEvaluationRepository {
  /** Returns the pairs with active alerts. */
  findPairs(em: EntityManager, limit: number): Promise<MarketPair[]> {
    return db(em)
      .selectFrom('alerts')
      .select(['venue', 'market', 'base', 'quote'])
      .distinct()
      .where('state', '=', 'active')
      .orderBy('venue')
      .orderBy('market')
      .orderBy('base')
      .orderBy('quote')
      .limit(limit)
      .execute();
  }

  /** Returns up to where every active alert of the pair was evaluated, in seconds since 1970; null: there are none. */
  async findEarliest(em: EntityManager, pair: MarketPair): Promise<number | null> {
    const row = await db(em)
      .selectFrom('alerts as a')
      .select((eb) => epochSeconds(eb.fn.min<string | null>('a.checked_to')).as('earliest'))
      .where('a.state', '=', 'active')
      .where(isOf(pair))
      .executeTakeFirstOrThrow();
    return row.earliest;
  }

  /** Locks active alerts of the pair with ids above `after` that no other worker has, ordered by id. */
  async lockSome(tx: EntityManager, pair: MarketPair, after: string, limit: number): Promise<DueAlert[]> {
    const rows = await db(tx)
      .selectFrom('alerts as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.id', 'a.user_id as userId', 'a.kind', 'a.signal_id as signalId', 'a.way', 'a.repeats', 'a.is_armed as isArmed'])
      .select(standingColumns)
      .select((eb) => [
        decimalText(eb.ref('a.level')).as('level'),
        decimalText(eb.ref('a.percent')).as('percent'),
        sql<number | null>`a.last_price::float8`.as('last'),
        epochSeconds(eb.ref('a.checked_to')).as('checkedTo'),
        sql<boolean>`${isMailable}`.as('isMailable'),
      ])
      .where('a.state', '=', 'active')
      .where(isOf(pair))
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(limit)
      .forUpdate('a')
      .skipLocked()
      .execute();
    return rows.map(({ isArmed, last, role, teamRole, paid, isMailable: isInOrder, ...row }) => ({
      ...row,
      state: { isArmed, last },
      isAllowed: isInOrder && isReader({ role, teamRole, paid }),
    }));
  }

  async save(tx: EntityManager, alerts: readonly EvaluatedAlert[]): Promise<void> {
    const rows = alerts.map(({ id, level, state, checkedTo, isDone, endReason, unchecked }) => ({
      id,
      level,
      is_armed: state.isArmed,
      last_price: state.last,
      checked_to: checkedTo,
      is_done: isDone,
      end_reason: endReason,
      unchecked_from: unchecked?.from ?? null,
      unchecked_to: unchecked?.to ?? null,
    }));
    await sql`
      update alerts a set level = e.level, is_armed = e.is_armed, last_price = e.last_price, checked_to = to_timestamp(e.checked_to),
        state = case when e.end_reason is not null then 'ended' when e.is_done then 'fired' else 'active' end, end_reason = e.end_reason,
        unchecked_from = coalesce(to_timestamp(e.unchecked_from), a.unchecked_from),
        unchecked_to = coalesce(to_timestamp(e.unchecked_to), a.unchecked_to)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, level numeric, is_armed boolean, last_price numeric,
        checked_to float8, is_done boolean, end_reason text, unchecked_from float8, unchecked_to float8)
      where a.id = e.id`.execute(db(tx));
  }

  /** Stores crossings. Returns those that were not there: `alertId` and the minute, in seconds since 1970. */
  async insertFirings(tx: EntityManager, firings: readonly NewFiring[]): Promise<{ alertId: string; minute: number }[]> {
    if (firings.length === 0) return [];
    const rows = firings.map(({ alertId, userId, minute, way, level, high, low }) => ({
      id: uuidv7(),
      alert_id: alertId,
      user_id: userId,
      minute,
      way,
      level,
      high,
      low,
    }));
    const { rows: told } = await sql<{ alertId: string; minute: number }>`
      with told as (
        insert into alert_firings (id, alert_id, user_id, minute, way, level, high, low)
        select id, alert_id, user_id, to_timestamp(minute), way, level, high, low
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id uuid, alert_id uuid, user_id uuid, minute float8, way text,
          level numeric, high numeric, low numeric)
        on conflict (alert_id, minute) do nothing returning alert_id, minute, fired_at
      ), marked as (update alerts a set fired_at = t.fired_at from told t where a.id = t.alert_id)
      select alert_id as "alertId", extract(epoch from minute)::float8 as minute from told`.execute(db(tx));
    return told;
  }

  /** Ends the active alerts of a pair that is not traded any more. */
  async endPair(em: EntityManager, pair: MarketPair): Promise<void> {
    const { venue, market, base, quote } = pair;
    await db(em)
      .updateTable('alerts')
      .set({ state: 'ended', end_reason: 'not-traded' })
      .where((eb) => eb.and({ state: 'active', venue, market, base, quote }))
      .execute();
  }
}
