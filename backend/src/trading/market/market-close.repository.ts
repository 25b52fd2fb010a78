import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import type { Market, Venue } from '../venues/index.js';

// Every statement about the table `market_closes`.

/** Close by milliseconds since 1970; null: the venue has no candle there. */
export type Closes = Map<number, string | null>;

export interface Pair {
  venue: Venue;
  market: Market;
  symbol: string;
}

/** Returns the stored closes among these instants (milliseconds since 1970). */
export async function findCloses(em: EntityManager, { venue, market, symbol }: Pair, instants: readonly number[]): Promise<Closes> {
  if (instants.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('market_closes')
    .select([sql<string>`(extract(epoch from at) * 1000)::bigint::text`.as('at'), sql<string | null>`price::text`.as('price')])
    .where('venue', '=', venue)
    .where('market', '=', market)
    .where('symbol', '=', symbol)
    .where(sql<SqlBool>`at = any(${instants.map((at) => new Date(at).toISOString())}::timestamptz[])`)
    .execute();
  return new Map(rows.map(({ at, price }) => [Number(at), price]));
}

/** Stores closes; those that are stored already stay. */
export async function insertCloses(em: EntityManager, { venue, market, symbol }: Pair, closes: Closes): Promise<void> {
  if (closes.size === 0) return;
  const rows = JSON.stringify([...closes].map(([at, price]) => ({ at: new Date(at), price })));
  await db(em)
    .insertInto('market_closes')
    .columns(['venue', 'market', 'symbol', 'at', 'price'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{ at: string; price: string | null }>`jsonb_to_recordset(${rows}::jsonb)`.as<'r'>(sql`r(at timestamptz, price numeric)`),
        )
        .select([sql.val(venue).as('venue'), sql.val(market).as('market'), sql.val(symbol).as('symbol'), 'r.at', 'r.price']),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}
