import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { movementKinds, type Dataset, type MovementKind, venueRules } from '../venues/index.js';
import type { Subject } from './reconciliation.types.js';
import { splitSymbol } from './split-symbol.js';

export interface Gap {
  from: Date;
  to: Date;
}

export interface SymbolFact {
  symbol: string;
  base: string;
  quote: string;
}

/** Coverage of a list of wallet movements. */
export interface MovementFacts {
  /** Spans before the newest stored row that are not proven complete. */
  gaps: Gap[];
  /** Beginning of the venue's window; null: no limit. */
  from: Date | null;
}

/** Known gaps of an account's stored rows. */
export interface CoverageFacts {
  /** Spans not proven complete; null: the list was never read. */
  deposits: Gap[] | null;
  withdrawals: Gap[] | null;
  /** Null: the list was never read. */
  movements: Readonly<Record<MovementKind, MovementFacts | null>>;
  /** Delisted symbols. */
  gone: SymbolFact[];
  /** Symbols whose trades are not fully read. */
  unfinished: SymbolFact[];
  /** Symbols whose latest trades may not be listed yet. */
  late: SymbolFact[];
  /** Range of the futures journal; null: never fully read. */
  journal: { from: Date | null; until: Date } | null;
  /** Assets of the futures wallet with their balance and last change. */
  futures: ReadonlyMap<string, { changedAt: Date; balance: string }>;
  /** Times of the oldest stored spot row and futures fill. */
  firstRow: Date | null;
  firstFuturesFill: Date | null;
}

/** Maximum delay of a movement in its list: a gap closer to the reading is not missing yet. */
const SETTLE_MS = 3_600_000;

interface CursorRow {
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

export async function readCoverageFacts(em: EntityManager, { accountId, venue, readAt }: Subject): Promise<CoverageFacts> {
  const settled = new Date(readAt.getTime() - SETTLE_MS);
  const { rows: cursors } =
    await sql<CursorRow>`select c.dataset, c.symbol, c.state, p.base, p.quote, coalesce(c.suspect_until > ${readAt}, false) as suspect,
      c.horizon,
    coalesce(c.horizon, nullif(lower(c.covered), '-infinity')) as told_from, greatest(c.asked_at, upper(c.covered)) as read_until,
    case when c.symbol = '' then (
      select json_agg(json_build_array(lower(gap), upper(gap)) order by gap)
      from unnest(tstzmultirange(tstzrange(least(coalesce(c.horizon, ${venueRules[venue].openedAt}), u.until), u.until)) - c.covered) gap
    ) end as gaps
  from sync_cursors c left join venue_pairs p on p.venue = ${venue} and p.symbol = c.symbol
    -- New wallet movements are read once a balance has changed without explanation. Until then none count as missing.
    cross join lateral (select case when c.dataset like 'movements%' then least(upper(c.covered),
      ${settled}) else ${settled} end as until) u
  where c.account_id = ${accountId} and (c.dataset in ('deposits', 'withdrawals', 'futures_income') or c.dataset like 'movements%'
    or (c.dataset = 'spot_trades' and (c.state <> 'complete' or c.suspect_until > ${readAt})))
  order by c.symbol`.execute(db(em));
  const wallets = await db(em)
    .selectFrom('futures_assets')
    .select(['asset', 'updated_at', sql<string>`trim_scale(wallet_balance)::text`.as('balance')])
    .where('account_id', '=', accountId)
    .execute();
  const {
    rows: [first],
  } = await sql<{ row: string | null; fill: string | null }>`
    select least((select min("time") from spot_trades where account_id = ${accountId}),
        (select min(inserted_at) from deposits where account_id = ${accountId}),
        (select min(applied_at) from withdrawals where account_id = ${accountId})) as row,
      (select min("time") from futures_trades where account_id = ${accountId}) as fill`.execute(db(em));
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

function gapsOf(cursor: CursorRow | undefined): Gap[] | null {
  if (!cursor) return null;
  return (cursor.gaps ?? []).map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

function movementFacts(cursor: CursorRow | undefined): MovementFacts | null {
  return cursor ? { gaps: gapsOf(cursor) ?? [], from: cursor.horizon ? new Date(cursor.horizon) : null } : null;
}

function symbols(cursors: readonly CursorRow[]): SymbolFact[] {
  return cursors.flatMap(({ symbol, base, quote }) => {
    const pair = base !== null && quote !== null ? { base, quote } : splitSymbol(symbol, { quotes: [], buyFees: [], sellFees: [] });
    return pair ? [{ symbol, ...pair }] : [];
  });
}
