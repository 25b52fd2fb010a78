import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import type { FundingRate } from '../../venues/index.js';
import type { MarketSymbol } from '../candles/index.js';

// Every statement about the tables `funding_rates` and `funding_spans`. Times are seconds since 1970.

export type Contract = Pick<MarketSymbol, 'venue' | 'symbol'>;

export interface StoredRate {
  time: number;
  /** Decimal strings. */
  rate: string;
  mark: string | null;
}

const epoch = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})::float8`;
const timeOf = (seconds: number) => sql<string>`to_timestamp(${seconds}::float8)`;

/** Holds off other writers of the contract until the transaction ends. */
export async function lockContract(tx: EntityManager, { venue, symbol }: Contract): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('funding ' || ${`${venue} ${symbol}`}, 0))`.execute(db(tx));
}

export async function findSpan(em: EntityManager, { venue, symbol }: Contract) {
  const span = await db(em)
    .selectFrom('funding_spans')
    .select([epoch('known_from').as('from'), epoch('known_through').as('through'), 'late_count as late', epoch('asked_at').as('askedAt')])
    .where('venue', '=', venue)
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return span ?? null;
}

/** Returns the rates in [from, before), oldest first. */
export function findRates(em: EntityManager, { venue, symbol }: Contract, from: number, before: number): Promise<StoredRate[]> {
  return db(em)
    .selectFrom('funding_rates')
    .select([epoch('at').as('time'), sql<string>`trim_scale(rate)::text`.as('rate'), sql<string | null>`trim_scale(mark)::text`.as('mark')])
    .where('venue', '=', venue)
    .where('symbol', '=', symbol)
    .where('at', '>=', timeOf(from))
    .where('at', '<', timeOf(before))
    .orderBy('at')
    .execute();
}

export async function findTimes(em: EntityManager, { venue, symbol }: Contract, from: number): Promise<number[]> {
  const rows = await db(em)
    .selectFrom('funding_rates')
    .select(epoch('at').as('time'))
    .where('venue', '=', venue)
    .where('symbol', '=', symbol)
    .where('at', '>=', timeOf(from))
    .orderBy('at')
    .execute();
  return rows.map(({ time }) => time);
}

/** Stores rates and returns the times of those that are new. */
export async function insertRates(tx: EntityManager, { venue, symbol }: Contract, rates: readonly FundingRate[]): Promise<number[]> {
  const rows = sql<FundingRate>`jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)`;
  const inserted = await db(tx)
    .insertInto('funding_rates')
    .columns(['venue', 'symbol', 'at', 'rate', 'mark'])
    .expression((eb) =>
      eb
        .selectFrom(rows.as<'r'>(sql`r(at timestamptz, rate numeric, mark numeric)`))
        .select([sql.val(venue).as('venue'), sql.val(symbol).as('symbol'), 'r.at', 'r.rate', 'r.mark'])
        .orderBy('r.at'),
    )
    .onConflict((on) => on.doNothing())
    .returning(epoch('at').as('time'))
    .execute();
  return inserted.map(({ time }) => time);
}

/** Stores the span; `late` is added to the count. */
export async function saveSpan(
  tx: EntityManager,
  { venue, symbol }: Contract,
  { from, through, late, askedAt }: { from: number; through: number; late: number; askedAt: number },
): Promise<void> {
  await db(tx)
    .insertInto('funding_spans')
    .values({
      venue,
      symbol,
      known_from: timeOf(from),
      known_through: timeOf(through),
      late_count: late,
      asked_at: timeOf(askedAt),
    })
    .onConflict((on) =>
      on.columns(['venue', 'symbol']).doUpdateSet((eb) => ({
        known_from: eb.ref('excluded.known_from'),
        known_through: eb.ref('excluded.known_through'),
        late_count: eb('funding_spans.late_count', '+', eb.ref('excluded.late_count')),
        asked_at: eb.ref('excluded.asked_at'),
      })),
    )
    .execute();
}
