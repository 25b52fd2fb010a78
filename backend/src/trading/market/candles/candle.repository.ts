import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { db, type Database } from '../../../database.js';
import { countKnown, packBlock, type CandleBlock } from './candle-block.js';
import { DAY_MINUTES, dayName, type MarketSymbol } from './candle-columns.js';

// Every statement about the tables `candle_days` and `candle_minutes`. Jobs pass their own entity manager, or a transaction of it.

const isOf =
  ({ venue, market, symbol }: MarketSymbol) =>
  (eb: ExpressionBuilder<Database, 'candle_days' | 'candle_minutes'>) =>
    eb.and({ venue, market, symbol });

/** Holds off other writers of the pair until the transaction ends. */
export async function lockPair(tx: EntityManager, { venue, market, symbol }: MarketSymbol): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('candles ' || ${`${venue} ${market} ${symbol}`}, 0))`.execute(db(tx));
}

/** Returns the stored days of the minutes from `from` to `to` (seconds since 1970, both included), oldest first. */
export async function findDays(
  em: EntityManager,
  of: MarketSymbol,
  from: number,
  to: number,
): Promise<{ day: string; block: Uint8Array }[]> {
  return db(em)
    .selectFrom('candle_days')
    .select(['day', 'block'])
    .where(isOf(of))
    .where('day', '>=', dayName(from))
    .where('day', '<=', dayName(to))
    .orderBy('day')
    .execute();
}

/**
 * Returns the stored days between `from` and `to` with their block where minutes of it may be requested, and null otherwise. `recheck`:
 * known gaps of a day since `recheckFrom` are due for another request, one hour after the last.
 */
export async function findDaysToFill(em: EntityManager, of: MarketSymbol, from: number, to: number, recheckFrom: number) {
  const recheck = sql<boolean>`day >= ${dayName(recheckFrom)}::date and candle_count < known_minutes
    and asked_at < now() - interval '1 hour'`;
  return db(em)
    .selectFrom('candle_days')
    .select(['day', recheck.as('recheck')])
    .select(sql<Uint8Array | null>`case when known_minutes < ${DAY_MINUTES} or (${recheck}) then block end`.as('block'))
    .where(isOf(of))
    .where('day', '>=', dayName(from))
    .where('day', '<=', dayName(to))
    .execute();
}

/** Counts the candles since the day of `from` that filled a known gap, whoever requested them. */
export async function countLate(em: EntityManager, of: MarketSymbol, from: number): Promise<number> {
  const { late } = await db(em)
    .selectFrom('candle_days')
    .select(sql<number>`coalesce(sum(late_count), 0)::int`.as('late'))
    .where(isOf(of))
    .where('day', '>=', dayName(from))
    .executeTakeFirstOrThrow();
  return late;
}

export async function hasCandles(em: EntityManager, of: MarketSymbol): Promise<boolean> {
  const found = await db(em)
    .selectFrom('candle_days')
    .select(sql`1`.as('one'))
    .where(isOf(of))
    .where('candle_count', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function saveDay(tx: EntityManager, of: MarketSymbol, day: number, block: CandleBlock, lateCount: number): Promise<void> {
  await db(tx)
    .insertInto('candle_days')
    .values({
      venue: of.venue,
      market: of.market,
      symbol: of.symbol,
      day: dayName(day),
      block: packBlock(block),
      known_minutes: countKnown(block),
      candle_count: block.at.length,
      late_count: lateCount,
    })
    .onConflict((on) =>
      on.columns(['venue', 'market', 'symbol', 'day']).doUpdateSet((eb) => ({
        block: eb.ref('excluded.block'),
        known_minutes: eb.ref('excluded.known_minutes'),
        candle_count: eb.ref('excluded.candle_count'),
        late_count: eb('candle_days.late_count', '+', eb.ref('excluded.late_count')),
      })),
    )
    .execute();
}

/** Records that the venue was asked again for the day's gaps. */
export async function markAsked(tx: EntityManager, of: MarketSymbol, day: number): Promise<void> {
  await db(tx)
    .updateTable('candle_days')
    .set({ asked_at: sql<Date>`now()` })
    .where(isOf(of))
    .where('day', '=', dayName(day))
    .execute();
}

/** Returns the stored blocks of seconds of these minutes (seconds since 1970). */
export async function findMinutes(em: EntityManager, of: MarketSymbol, minutes: readonly number[]) {
  return db(em)
    .selectFrom('candle_minutes')
    .select([sql<number>`extract(epoch from minute)::int`.as('at'), 'block'])
    .where(isOf(of))
    .where(sql<SqlBool>`minute = any(${minutes.map((at) => new Date(at * 1000).toISOString())}::timestamptz[])`)
    .execute();
}

/** Stores a minute's seconds unless another process has. */
export async function insertMinute(
  em: EntityManager,
  { venue, market, symbol }: MarketSymbol,
  minute: Date,
  block: CandleBlock,
): Promise<void> {
  await db(em)
    .insertInto('candle_minutes')
    .values({ venue, market, symbol, minute, block: packBlock(block) })
    .onConflict((on) => on.doNothing())
    .execute();
}
