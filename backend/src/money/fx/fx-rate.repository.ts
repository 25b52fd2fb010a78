import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { DayRates, StoredRate } from './fx.types.js';

// Every statement about the table `fx_rates`. Days are YYYY-MM-DD, rates decimal text.

const rateText = sql<string>`rate::text`.as('rate');

/** Returns the newest stored rate of each currency. */
export async function findLatestRates(em: EntityManager): Promise<Map<string, StoredRate>> {
  const rows = await db(em)
    .selectFrom('fx_rates')
    .distinctOn('currency')
    .select(['currency', 'day', rateText])
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
