import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { scaled } from '../../platform/domain/scaled.js';
import { venueRules } from '../venues/index.js';
import { CURRENCY, type TaxRow } from './engine/index.js';
import type { JournalSpan, TaxAccount } from './tax-rows.repository.js';

export interface TaxAccountState extends TaxAccount {
  /** When the exchange's balances were read; null: never. */
  readAt: Date | null;
  /** The figures contain every stored row. */
  isComputed: boolean;
  /** Balances from before the first row, by asset over all wallets; null: not computed yet. */
  opening: ReadonlyMap<string, bigint> | null;
  /** Changes of balances without a row, dated by their discovery. */
  unexplained: readonly { at: number; asset: string; amount: bigint }[];
  firstRowAt: Date | null;
  journal: JournalSpan;
  isHedged: boolean;
  gaps: readonly HistoryGap[];
}

/** Returns the state of an account's stored rows. */
export async function readAccountState(em: EntityManager, accountId: string): Promise<TaxAccountState> {
  const row = await db(em)
    .selectFrom('exchange_accounts as a')
    .leftJoin('portfolio_states as s', 's.account_id', 'a.id')
    .select(['a.venue', 'a.balances_read_at', 's.computed_at', 's.dirty_from', 's.opening', 's.unexplained'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('futures_trades as t')
            .select(sql`1`.as('one'))
            .where('t.account_id', '=', accountId)
            .where('t.position_side', '<>', 'BOTH'),
        )
        .as('is_hedged'),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const state = {
    id: accountId,
    venue: row.venue,
    readAt: row.balances_read_at === null ? null : new Date(row.balances_read_at),
    isComputed: row.computed_at !== null && row.dirty_from === null,
    opening: row.computed_at === null ? null : openingOf(row.opening ?? {}),
    unexplained: (row.unexplained ?? []).map(({ at, asset, amount }) => ({ at: Date.parse(at), asset, amount: scaled(amount) })),
    isHedged: Boolean(row.is_hedged),
  };
  return {
    ...state,
    firstRowAt: await readFirstRow(em, accountId),
    journal: await readJournalSpan(em, accountId),
    gaps: await readGaps(em, state),
  };
}

/** Adds the wallets up, so that transfers between them without a row cancel out; contracts are no coins. */
function openingOf(opening: Readonly<Record<string, string>>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of Object.entries(opening)) {
    const [wallet, asset] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    if (wallet !== 'contract' && asset !== CURRENCY) sums.set(asset, (sums.get(asset) ?? 0n) + scaled(amount));
  }
  return sums;
}

/** Returns coins without a row, in time order: those from before the first row come first. */
export function unexplainedRows({ opening, unexplained, firstRowAt }: TaxAccountState): TaxRow[] {
  const start = firstRowAt?.getTime() ?? 0;
  const before = [...(opening ?? [])]
    .filter(([, qty]) => qty > 0n)
    .map(([asset, qty]): TaxRow => ({ kind: 'unexplained', time: start, id: `opening/${asset}`, asset, qty }));
  const later = unexplained.map(({ at, asset, amount }): TaxRow => ({
    kind: 'unexplained',
    time: Math.max(start, at),
    id: `unexplained/${asset}`,
    asset,
    qty: amount,
  }));
  return [...before, ...later.toSorted((a, b) => a.time - b.time)];
}

async function readFirstRow(em: EntityManager, accountId: string): Promise<Date | null> {
  const first = (table: string, column: string) =>
    sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where account_id = ${accountId})`;
  const { rows } = await sql<{ at: string | null }>`select least(${sql.join([
    first('spot_trades', 'time'),
    first('futures_trades', 'time'),
    first('futures_income', 'time'),
    first('wallet_movements', 'time'),
    first('deposits', 'inserted_at'),
    first('withdrawals', 'applied_at'),
  ])}) as at`.execute(db(em));
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

async function readJournalSpan(em: EntityManager, accountId: string): Promise<JournalSpan> {
  const { rows } = await sql<{ from: number | null; until: number | null }>`
    select (extract(epoch from nullif(lower(covered), '-infinity')) * 1000)::float8 as from,
      (extract(epoch from upper(covered)) * 1000)::float8 as until
    from sync_cursors where account_id = ${accountId} and dataset = 'futures_income' and symbol = '' and not isempty(covered)`.execute(
    db(em),
  );
  const [span] = rows;
  return span?.until ? { from: span.from ?? -Infinity, until: span.until } : { from: Infinity, until: -Infinity };
}

/** A part of the account's past that is not stored. */
export interface HistoryGap {
  dataset: string;
  /** Empty: all symbols. */
  symbol: string;
  /** Coins that it may concern; null: all. */
  assets: readonly string[] | null;
  /** Null: from the account's beginning. */
  from: Date | null;
  /** Null: until now. */
  to: Date | null;
  /** lost: the venue no longer provides it. unread: not read yet. */
  reason: 'lost' | 'unread';
}

const MAX_GAPS = 500;

/** Returns the gaps of the data sets that a report is made of, oldest first. Transfers between wallets change no report. */
async function readGaps(em: EntityManager, { id, venue }: TaxAccount): Promise<HistoryGap[]> {
  const { rows } = await sql<{
    dataset: string;
    symbol: string;
    base: string | null;
    quote: string | null;
    from: string | null;
    to: string | null;
    is_lost: boolean;
  }>`
    select c.dataset, c.symbol, p.base, p.quote, g.from, g.to, g.is_lost
    from sync_cursors c
    left join venue_pairs p on p.venue = ${venue} and p.symbol = c.symbol
    cross join lateral (
      select null::timestamptz as from, c.horizon as to, true as is_lost
      where c.horizon is not null and c.horizon > ${venueRules[venue].openedAt.toISOString()}::timestamptz
      union all
      select nullif(lower(gap), b.begins), upper(gap), c.state = 'gone' or c.horizon is not null and c.state = 'complete'
      from (select coalesce(c.horizon, ${venueRules[venue].openedAt.toISOString()}::timestamptz) as begins) b
      cross join lateral unnest(tstzmultirange(tstzrange(b.begins, greatest(b.begins,
        case when c.state = 'gone' then now() else coalesce(upper(c.covered), now()) end))) - c.covered) as gap
      where not (lower(gap) = b.begins and upper(gap) - lower(gap) < interval '1 day' and not isempty(c.covered))
    ) g
    where c.account_id = ${id} and c.dataset <> 'movements_transfer'
    order by g.from nulls first, c.dataset, c.symbol limit ${MAX_GAPS}`.execute(db(em));
  return rows.map(({ dataset, symbol, base, quote, from, to, is_lost }) => ({
    dataset,
    symbol: dataset === 'spot_trades' ? symbol : '',
    assets: dataset === 'spot_trades' && base !== null && quote !== null ? [base, quote] : null,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
    reason: is_lost ? 'lost' : 'unread',
  }));
}

/** Returns the name of a member, for a report that leaves the product. */
export async function findMemberName(em: EntityManager, userId: string): Promise<string> {
  const row = await db(em).selectFrom('users').select(fullNameOf('users').as('name')).where('id', '=', userId).executeTakeFirstOrThrow();
  return row.name;
}
