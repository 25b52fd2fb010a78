import type { EntityManager } from '@mikro-orm/postgresql';
import { arrayLiteral } from '../history/array-literal.js';
import type { SpotSymbol, Venue } from '../port/index.js';
import { namedSql } from './named-sql.js';
import { splitSymbol } from './split-symbol.js';

/** The symbols of an account's spot trades, by walking from one to the next in the key: as many steps as there are symbols, not trades. */
const TRADED = `with recursive traded as (
    (select symbol from spot_trades where account_id = :account order by symbol limit 1)
    union all
    select (select t.symbol from spot_trades t where t.account_id = :account and t.symbol > traded.symbol order by t.symbol limit 1) from traded where traded.symbol is not null
  )`;

/** Remembers what a venue lists today: pairs that it told before and lists no more stay, as such. */
export async function rememberPairs(em: EntityManager, venue: Venue, listed: readonly SpotSymbol[]): Promise<void> {
  if (listed.length === 0) return;
  const column = (of: (pair: SpotSymbol) => string) => arrayLiteral(listed.map(of));
  await em.execute(
    ...namedSql(
      `insert into venue_pairs (venue, symbol, base, quote, source, listed)
       select distinct on (s.symbol) :venue, s.symbol, s.base, s.quote, 'listed', true from unnest(:symbols::text[], :bases::text[], :quotes::text[]) as s(symbol, base, quote)
       order by s.symbol
       on conflict (venue, symbol) do update set base = excluded.base, quote = excluded.quote, source = 'listed', listed = true
       where (venue_pairs.base, venue_pairs.quote, venue_pairs.source, venue_pairs.listed) is distinct from (excluded.base, excluded.quote, 'listed', true)`,
      { venue, symbols: column(({ symbol }) => symbol), bases: column(({ base }) => base), quotes: column(({ quote }) => quote) },
    ),
  );
  await em.execute(
    ...namedSql('update venue_pairs set listed = false where venue = :venue and listed and symbol <> all(:symbols::text[])', {
      venue,
      symbols: column(({ symbol }) => symbol),
    }),
  );
}

/** Takes apart the symbols traded whose pair the venue never told. Returns those that nothing fits. */
export async function splitUnknownSymbols(em: EntityManager, venue: Venue, accountId: string): Promise<string[]> {
  const unknown = await em.execute<{ symbol: string }[]>(
    ...namedSql(
      `${TRADED} select symbol from traded where symbol is not null and not exists (select 1 from venue_pairs p where p.venue = :venue and p.symbol = traded.symbol)`,
      {
        account: accountId,
        venue,
      },
    ),
  );
  if (unknown.length === 0) return [];
  const quotes = (await em.execute<{ quote: string }[]>('select distinct quote from venue_pairs where venue = ?', [venue])).map(
    ({ quote }) => quote,
  );
  const hopeless: string[] = [];
  for (const { symbol } of unknown) {
    const fees = await em.execute<{ buyer: boolean; fee_asset: string }[]>(
      'select distinct buyer, fee_asset from spot_trades where account_id = ? and symbol = ?',
      [accountId, symbol],
    );
    const paid = (buyer: boolean) => fees.filter((fee) => fee.buyer === buyer).map(({ fee_asset }) => fee_asset);
    const pair = splitSymbol(symbol, { quotes, buyFees: paid(true), sellFees: paid(false) });
    if (!pair) hopeless.push(symbol);
    else {
      await em.execute(
        `insert into venue_pairs (venue, symbol, base, quote, source, listed) values (?, ?, ?, ?, 'split', false) on conflict do nothing`,
        [venue, symbol, pair.base, pair.quote],
      );
    }
  }
  return hopeless;
}

/** Symbols traded whose pair is a guess. */
export async function guessedSymbols(
  em: EntityManager,
  venue: Venue,
  accountId: string,
): Promise<{ symbol: string; base: string; quote: string }[]> {
  return em.execute(
    ...namedSql(
      `${TRADED} select p.symbol, p.base, p.quote from traded join venue_pairs p on p.venue = :venue and p.symbol = traded.symbol where p.source = 'split' order by p.symbol`,
      {
        account: accountId,
        venue,
      },
    ),
  );
}
