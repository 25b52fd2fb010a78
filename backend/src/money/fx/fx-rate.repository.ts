import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { RatePair } from './conversion.rules.js';
import { BASE_CURRENCY, REFERENCE_CURRENCY, type DayRates, type StoredRate } from './fx.types.js';

// Every statement about the table `fx_rates`. Days are YYYY-MM-DD, rates decimal text.

const rateText = sql<string>`rate::text`.as('rate');

/** Returns the newest stored rate of each currency that has one of `since` or later. */
export async function findLatestRates(em: EntityManager, since: string): Promise<Map<string, StoredRate>> {
  const rows = await db(em)
    .selectFrom('fx_rates')
    .distinctOn('currency')
    .select(['currency', 'day', rateText])
    .where('day', '>=', since)
    .orderBy('currency')
    .orderBy('day', 'desc')
    .execute();
  return new Map(rows.map(({ currency, day, rate }) => [currency, { day, rate }]));
}

/** Returns the newest day that has any rate. */
export async function findNewestDay(em: EntityManager): Promise<string | null> {
  const row = await db(em).selectFrom('fx_rates').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
  return row?.day ?? null;
}

/** Stores rates; those that are stored already stay. */
export async function insertRates(em: EntityManager, days: readonly DayRates[]): Promise<void> {
  const rows = days.flatMap(({ day, rates }) => [...rates].map(([currency, rate]) => ({ day, currency, rate })));
  if (rows.length === 0) return;
  await db(em)
    .insertInto('fx_rates')
    .columns(['currency', 'day', 'rate'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{ currency: string; day: string; rate: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'r'>(
            sql`r(currency text, day date, rate numeric)`,
          ),
        )
        .select(['r.currency', 'r.day', 'r.rate']),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Returns the rates of the newest day that has both `currency` and the base currency; the euro needs no rate of its own. */
export async function findRatePair(em: EntityManager, currency: string): Promise<RatePair | null> {
  const wanted = currency === REFERENCE_CURRENCY ? BASE_CURRENCY : currency;
  const row = await db(em)
    .selectFrom('fx_rates as base')
    .innerJoin('fx_rates as other', 'other.day', 'base.day')
    .select(['base.day', sql<string>`base.rate::text`.as('base'), sql<string>`other.rate::text`.as('rate')])
    .where('base.currency', '=', BASE_CURRENCY)
    .where('other.currency', '=', wanted)
    .orderBy('base.day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, rate: currency === REFERENCE_CURRENCY ? undefined : row.rate };
}
