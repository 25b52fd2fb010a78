import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import type { SpotSymbol, Venue } from '../venues/index.js';
import { splitSymbol } from './split-symbol.js';

// Every statement about the table `venue_pairs`.

export interface VenueSymbol {
  symbol: string;
  base: string;
  quote: string;
}

/**
 * Queries from the CTE `traded`: the symbols of an account's spot trades. A loose index scan, one step per symbol instead of one per trade.
 */
const withTraded = (em: EntityManager, accountId: string) =>
  db(em).withRecursive(
    'traded',
    () =>
      sql<{ symbol: string | null }>`(
      (select symbol from spot_trades where account_id = ${accountId} order by symbol limit 1)
      union all
      select (select t.symbol from spot_trades t where t.account_id = ${accountId} and t.symbol > traded.symbol order by t.symbol limit 1)
      from traded where traded.symbol is not null
    )`,
  );

/** Stores the pairs that a venue lists. Stored pairs missing from `listed` are marked as delisted. */
export async function rememberPairs(em: EntityManager, venue: Venue, listed: readonly SpotSymbol[]): Promise<void> {
  if (listed.length === 0) return;
  const symbols = listed.map(({ symbol }) => symbol);
  const [bases, quotes] = [listed.map(({ base }) => base), listed.map(({ quote }) => quote)];
  const rows = sql<VenueSymbol>`unnest(${symbols}::text[], ${bases}::text[], ${quotes}::text[])`;
  await db(em)
    .insertInto('venue_pairs')
    .columns(['venue', 'symbol', 'base', 'quote', 'source', 'listed'])
    .expression((eb) =>
      eb
        .selectFrom(rows.as<'s'>(sql`s(symbol, base, quote)`))
        .distinctOn('s.symbol')
        .select([sql.val(venue).as('venue'), 's.symbol', 's.base', 's.quote', sql.lit('listed').as('source'), sql.lit(true).as('listed')])
        .orderBy('s.symbol'),
    )
    .onConflict((on) =>
      on
        .columns(['venue', 'symbol'])
        .doUpdateSet((eb) => ({ base: eb.ref('excluded.base'), quote: eb.ref('excluded.quote'), source: 'listed', listed: true }))
        .where(
          sql<SqlBool>`(venue_pairs.base, venue_pairs.quote, venue_pairs.source, venue_pairs.listed)
            is distinct from (excluded.base, excluded.quote, 'listed', true)`,
        ),
    )
    .execute();
  await db(em)
    .updateTable('venue_pairs')
    .set({ listed: false })
    .where('venue', '=', venue)
    .where('listed', '=', true)
    .where(sql<SqlBool>`symbol <> all(${symbols}::text[])`)
    .execute();
}

/** Splits traded symbols that the venue never listed, and stores their pairs. Returns the symbols that cannot be split. */
export async function splitUnknownSymbols(em: EntityManager, venue: Venue, accountId: string): Promise<string[]> {
  const unknown = await withTraded(em, accountId)
    .selectFrom('traded as t')
    .select('t.symbol')
    .$narrowType<{ symbol: string }>()
    .where('t.symbol', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('venue_pairs as p')
            .select(sql`1`.as('one'))
            .where('p.venue', '=', venue)
            .whereRef('p.symbol', '=', 't.symbol'),
        ),
      ),
    )
    .execute();
  if (unknown.length === 0) return [];
  const known = await db(em).selectFrom('venue_pairs').select('quote').distinct().where('venue', '=', venue).execute();
  const quotes = known.map(({ quote }) => quote);
  const failed: string[] = [];
  for (const { symbol } of unknown) {
    const fees = await db(em)
      .selectFrom('spot_trades')
      .select(['buyer', 'fee_asset'])
      .distinct()
      .where('account_id', '=', accountId)
      .where('symbol', '=', symbol)
      .execute();
    const paid = (buyer: boolean) => fees.filter((fee) => fee.buyer === buyer).map(({ fee_asset }) => fee_asset);
    const pair = splitSymbol(symbol, { quotes, buyFees: paid(true), sellFees: paid(false) });
    if (!pair) failed.push(symbol);
    else
      await db(em)
        .insertInto('venue_pairs')
        .values({ venue, symbol, ...pair, source: 'split', listed: false })
        .onConflict((on) => on.doNothing())
        .execute();
  }
  return failed;
}

/** Returns traded symbols whose pair was split, not listed. */
export function findSplitSymbols(em: EntityManager, venue: Venue, accountId: string): Promise<VenueSymbol[]> {
  return withTraded(em, accountId)
    .selectFrom('traded as t')
    .innerJoin('venue_pairs as p', (join) => join.on('p.venue', '=', venue).onRef('p.symbol', '=', 't.symbol'))
    .select(['p.symbol', 'p.base', 'p.quote'])
    .where('p.source', '=', 'split')
    .orderBy('p.symbol')
    .execute();
}

export async function hasListedPairs(em: EntityManager, venue: Venue): Promise<boolean> {
  const pair = await db(em)
    .selectFrom('venue_pairs')
    .select('symbol')
    .where('venue', '=', venue)
    .where('listed', '=', true)
    .limit(1)
    .executeTakeFirst();
  return pair !== undefined;
}

/** Counts the listed pairs of each asset and those never searched for the account; nothing before the venue's list was stored. */
export async function countPairsOf(em: EntityManager, venue: Venue, accountId: string, assets: readonly string[]) {
  const { rows } = await sql<{ asset: string; pairs: number; unsearched: number; is_quote: boolean }>`
    select a.asset, count(p.symbol)::int as pairs, count(p.symbol) filter (where c.symbol is null)::int as unsearched,
      coalesce(bool_or(p.quote = a.asset), false) as is_quote
    from unnest(${assets}::text[]) as a(asset)
    left join venue_pairs p on p.venue = ${venue} and p.listed and (p.base = a.asset or p.quote = a.asset)
    left join sync_cursors c on c.account_id = ${accountId} and c.dataset = 'spot_trades' and c.symbol = p.symbol
    where exists (select 1 from venue_pairs where venue = ${venue} and listed)
    group by a.asset`.execute(db(em));
  return rows;
}
