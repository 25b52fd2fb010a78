import type { EntityManager } from '@mikro-orm/postgresql';
import { movementKinds, type MovementKind } from '../port/index.js';
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

/** A list of wallet movements that was read. */
export interface MovementFacts {
  /** Spans up to the newest row read that are not proven complete. */
  gaps: Gap[];
  /** The venue provides nothing before this; null: it provides everything. */
  from: Date | null;
}

/** What is known to be missing of an account's rows. */
export interface CoverageFacts {
  /** Spans not proven complete; null: the list was never read. */
  deposits: Gap[] | null;
  withdrawals: Gap[] | null;
  /** Null: the list was never read. */
  movements: Readonly<Record<MovementKind, MovementFacts | null>>;
  /** Symbols the venue does not answer for any more. */
  gone: SymbolFact[];
  /** Symbols whose trades are not read to their end. */
  unfinished: SymbolFact[];
  /** Symbols whose latest trades may not be listed yet. */
  late: SymbolFact[];
  /** The futures journal; null: never read to its end. */
  journal: { from: Date | null; until: Date } | null;
  /** Assets of the futures wallet, each with when it last changed and what it holds. */
  futures: ReadonlyMap<string, { changedAt: Date; balance: string }>;
  /** The oldest row stored of the spot wallet, and of futures fills. */
  firstRow: Date | null;
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
  horizon: string | null;
}

const CURSORS = `select c.dataset, c.symbol, c.state, p.base, p.quote, coalesce(c.suspect_until > :readAt, false) as suspect, c.horizon,
    coalesce(c.horizon, nullif(lower(c.covered), '-infinity')) as told_from, greatest(c.asked_at, upper(c.covered)) as read_until,
    case when c.symbol = '' then (
      select json_agg(json_build_array(lower(gap), upper(gap)) order by gap)
      from unnest(tstzmultirange(tstzrange(least(coalesce(c.horizon, :openedAt), u.until), u.until)) - c.covered) gap
    ) end as gaps
  from sync_cursors c left join venue_pairs p on p.venue = :venue and p.symbol = c.symbol
    -- The newest wallet movements are read where a balance moved that nothing else explains: until then none are missing.
    cross join lateral (select case when c.dataset like 'movements%' then least(upper(c.covered), :settled) else :settled end as until) u
  where c.account_id = :account and (c.dataset in ('deposits', 'withdrawals', 'futures_income') or c.dataset like 'movements%' or (c.dataset = 'spot_trades' and (c.state <> 'complete' or c.suspect_until > :readAt)))
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
  const wallets = await em.execute<{ asset: string; updated_at: string; balance: string }[]>(
    'select asset, updated_at, trim_scale(wallet_balance)::text as balance from futures_assets where account_id = ?',
    [accountId],
  );
  const [first] = await em.execute<{ row: string | null; fill: string | null }[]>(
    ...namedSql(
      `select least((select min("time") from spot_trades where account_id = :account), (select min(inserted_at) from deposits where account_id = :account),
         (select min(applied_at) from withdrawals where account_id = :account)) as row,
       (select min("time") from futures_trades where account_id = :account) as fill`,
      { account: accountId },
    ),
  );
  const spot = cursors.filter(({ dataset }) => dataset === 'spot_trades');
  const of = (dataset: Dataset) => cursors.find((cursor) => cursor.dataset === dataset && cursor.symbol === '');
  const journal = of('futures_income');
  return {
    deposits: gapsOf(of('deposits')),
    withdrawals: gapsOf(of('withdrawals')),
    movements: Object.fromEntries(
      movementKinds.map((kind) => [kind, movementFacts(of(`movements_${kind}`))]),
    ) as CoverageFacts['movements'],
    gone: symbols(spot.filter(({ state }) => state === 'gone')),
    unfinished: symbols(spot.filter(({ state }) => state === 'partial')),
    late: symbols(spot.filter(({ suspect, state }) => suspect && state === 'complete')),
    journal:
      journal?.state === 'complete' && journal.read_until
        ? { from: journal.told_from ? new Date(journal.told_from) : null, until: new Date(journal.read_until) }
        : null,
    futures: new Map(wallets.map(({ asset, updated_at, balance }) => [asset, { changedAt: new Date(updated_at), balance }])),
    firstRow: first?.row ? new Date(first.row) : null,
    firstFuturesFill: first?.fill ? new Date(first.fill) : null,
  };
}

function gapsOf(cursor: CursorRecord | undefined): Gap[] | null {
  if (!cursor) return null;
  return (cursor.gaps ?? []).map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

function movementFacts(cursor: CursorRecord | undefined): MovementFacts | null {
  return cursor ? { gaps: gapsOf(cursor) ?? [], from: cursor.horizon ? new Date(cursor.horizon) : null } : null;
}

function symbols(cursors: readonly CursorRecord[]): SymbolFact[] {
  return cursors.flatMap(({ symbol, base, quote }) => {
    const pair = base !== null && quote !== null ? { base, quote } : splitSymbol(symbol, { quotes: [], buyFees: [], sellFees: [] });
    return pair ? [{ symbol, ...pair }] : [];
  });
}
