import type { EntityManager } from '@mikro-orm/postgresql';
import type { Dataset } from '../sync/sync-cursor.entity.js';
import { namedSql } from './named-sql.js';
import { splitSymbol } from './split-symbol.js';
import type { Subject } from './spot-lines.js';
import { venueRules } from './venue-rules.js';

export interface Gap {
  from: Date;
  to: Date;
}

export interface SymbolFact {
  symbol: string;
  base: string;
  quote: string;
}

/** What is known to be missing of an account's rows. */
export interface CoverageFacts {
  /** Spans not proven complete; null: the list was never read. */
  deposits: Gap[] | null;
  withdrawals: Gap[] | null;
  /** Symbols the venue does not answer for any more. */
  gone: SymbolFact[];
  /** Symbols whose trades are not read to their end. */
  unfinished: SymbolFact[];
  /** Symbols whose latest trades may not be listed yet. */
  late: SymbolFact[];
  /** The futures journal; null: never read to its end. */
  journal: { from: Date | null; until: Date } | null;
  /** Assets of the futures wallet, each with when it last changed. */
  futures: ReadonlyMap<string, Date>;
  /** The oldest futures fill stored. */
  firstFuturesFill: Date | null;
}

/** Movements appear in lists this much later than they happen, at most: a span that ends nearer to the reading is not missed yet. */
const SETTLE_MS = 3_600_000;

interface CursorRecord {
  dataset: Dataset;
  symbol: string;
  state: 'partial' | 'complete' | 'gone';
  base: string | null;
  quote: string | null;
  suspect: boolean;
  told_from: string | null;
  read_until: string | null;
  gaps: [string, string][] | null;
}

const CURSORS = `select c.dataset, c.symbol, c.state, p.base, p.quote, coalesce(c.suspect_until > :readAt, false) as suspect,
    coalesce(c.horizon, nullif(lower(c.covered), '-infinity')) as told_from, greatest(c.asked_at, upper(c.covered)) as read_until,
    case when c.symbol = '' then (
      select json_agg(json_build_array(lower(gap), upper(gap)) order by gap)
      from unnest(tstzmultirange(tstzrange(least(coalesce(c.horizon, :openedAt), :settled), :settled)) - c.covered) gap
    ) end as gaps
  from sync_cursors c left join venue_pairs p on p.venue = :venue and p.symbol = c.symbol
  where c.account_id = :account and (c.dataset in ('deposits', 'withdrawals', 'futures_income') or (c.dataset = 'spot_trades' and (c.state <> 'complete' or c.suspect_until > :readAt)))
  order by c.symbol`;

export async function readCoverageFacts(em: EntityManager, { accountId, venue, readAt }: Subject): Promise<CoverageFacts> {
  const cursors = await em.execute<CursorRecord[]>(
    ...namedSql(CURSORS, {
      account: accountId,
      venue,
      readAt,
      openedAt: venueRules[venue].openedAt,
      settled: new Date(readAt.getTime() - SETTLE_MS),
    }),
  );
  const wallets = await em.execute<{ asset: string; updated_at: string }[]>(
    'select asset, updated_at from futures_assets where account_id = ?',
    [accountId],
  );
  const [first] = await em.execute<{ at: string | null }[]>('select min("time") as at from futures_trades where account_id = ?', [
    accountId,
  ]);
  const spot = cursors.filter(({ dataset }) => dataset === 'spot_trades');
  const of = (dataset: Dataset) => cursors.find((cursor) => cursor.dataset === dataset && cursor.symbol === '');
  const journal = of('futures_income');
  return {
    deposits: gapsOf(of('deposits')),
    withdrawals: gapsOf(of('withdrawals')),
    gone: symbols(spot.filter(({ state }) => state === 'gone')),
    unfinished: symbols(spot.filter(({ state }) => state === 'partial')),
    late: symbols(spot.filter(({ suspect, state }) => suspect && state === 'complete')),
    journal:
      journal?.state === 'complete' && journal.read_until
        ? { from: journal.told_from ? new Date(journal.told_from) : null, until: new Date(journal.read_until) }
        : null,
    futures: new Map(wallets.map(({ asset, updated_at }) => [asset, new Date(updated_at)])),
    firstFuturesFill: first?.at ? new Date(first.at) : null,
  };
}

function gapsOf(cursor: CursorRecord | undefined): Gap[] | null {
  if (!cursor) return null;
  return (cursor.gaps ?? []).map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

function symbols(cursors: readonly CursorRecord[]): SymbolFact[] {
  return cursors.flatMap(({ symbol, base, quote }) => {
    const pair = base !== null && quote !== null ? { base, quote } : splitSymbol(symbol, { quotes: [], buyFees: [], sellFees: [] });
    return pair ? [{ symbol, ...pair }] : [];
  });
}
