import type { PoolClient } from 'pg';
import type { Database } from '../../../database.js';
import { toDecimal, type Books, type Portfolio } from '../engine/index.js';
import { asHoldings, asRecord, type Holdings } from '../ledger/index.js';
import { METHODOLOGY_VERSION } from '../portfolio.entities.js';
import { storedDayResults } from './day-results.mapper.js';
import type { SettledBefore, Settlement, Unexplained } from './unexplained-flows.js';

/** Number of latest days whose books are kept, beside the last day of each month. */
const LATEST_BOOKS = 10;
const DAY_MS = 86_400_000;

/** Reasons why figures begin later than the account's first row. */
export const completenessLimits = [
  'deposits',
  'withdrawals',
  'spot trades',
  'futures trades',
  'futures journal',
  'no futures journal',
  'unlocated balances',
] as const;
export type CompletenessLimit = (typeof completenessLimits)[number];

/** How far back an account's figures reach; times in milliseconds. */
export interface StoredPast {
  /** Beginning of complete data; null: the first row, unless `limit` says otherwise. */
  from: number | null;
  limit: CompletenessLimit | null;
  futuresFrom: number | null;
  /** Text, because it may be infinite; null: the account never had futures. */
  fundingFrom: string | null;
  /** Beginning of read deposits and withdrawals; 0: all are read; null: none yet. */
  capitalFrom: number | null;
  /** First comparison of balances with rows. */
  settledAt: number;
}

export interface StoredState {
  /** Null before the first computation by the current methodology. */
  settled: SettledBefore | null;
  readAt: number | null;
  dirtyFrom: number | null;
  marks: number;
  firstDay: string | null;
  past: StoredPast | null;
}

interface StateRow {
  read_at: number | null;
  dirty_from: number | null;
  marks: number;
  first_day: string | null;
  holdings: Record<string, string>;
  opening: Record<string, string>;
  unexplained: { at: string; wallet: string; asset: string; amount: string; dust: boolean }[];
  methodology_version: number;
  past: StoredPast | null;
}

export async function readState(client: PoolClient, accountId: string): Promise<StoredState> {
  const { rows } = await client.query<StateRow>(
    `select date_part('epoch', read_at) * 1000 as read_at, date_part('epoch', dirty_from) * 1000 as dirty_from, marks, first_day::text,
      holdings, opening, unexplained, methodology_version, past
     from portfolio_states where account_id = $1`,
    [accountId],
  );
  const [row] = rows;
  if (!row) return { settled: null, readAt: null, dirtyFrom: null, marks: 0, firstDay: null, past: null };
  const { dirty_from: dirtyFrom, marks } = row;
  if (row.methodology_version !== METHODOLOGY_VERSION || row.read_at === null)
    return { settled: null, readAt: null, dirtyFrom, marks, firstDay: null, past: null };
  const unexplained = row.unexplained.map(({ at, amount, ...rest }): Unexplained => ({
    ...rest,
    at: Date.parse(at),
    amount: asHoldings({ amount }).get('amount')!,
  }));
  return {
    settled: { holdings: asHoldings(row.holdings), opening: asHoldings(row.opening), unexplained },
    readAt: row.read_at,
    dirtyFrom,
    marks,
    firstDay: row.first_day,
    past: row.past,
  };
}

/** Returns the latest books before the midnight `before`, from which everything later can be computed again. */
export async function readBooks(client: PoolClient, accountId: string, before: number): Promise<Books | null> {
  const { rows } = await client.query<{ books: Books }>(
    'select books from portfolio_checkpoints where account_id = $1 and day < $2::date order by day desc limit 1',
    [accountId, dayOf(before)],
  );
  return rows[0]?.books ?? null;
}

/** Returns the UTC day of a time. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const isKept = (day: string, readAt: number): boolean =>
  Date.parse(day) > readAt - LATEST_BOOKS * DAY_MS || dayOf(Date.parse(day) + DAY_MS).endsWith('-01');

export interface Outcome {
  accountId: string;
  readAt: number;
  /** Midnight; earlier days are unchanged and not written. */
  since: number;
  /** `portfolio_states.marks` at the beginning of the computation. */
  marks: number;
  /** Earliest missing price that may still become available. */
  incompleteFrom: number | null;
  settlement: Settlement;
  past: StoredPast;
  holdings: Holdings;
  reported: bigint | null;
  portfolio: Portfolio;
}

const decimal = (value: bigint | null) => (value === null ? null : toDecimal(value));
const iso = (at: number) => new Date(at).toISOString();

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text;
type Value = bigint | number | string | null | readonly object[] | readonly string[];
type Tables = 'portfolio_days' | 'portfolio_periods' | 'portfolio_flows' | 'portfolio_positions';

/** Writes rows of one table. Fields are the columns in camel case: bigint as decimals, times (`…At`) in milliseconds. */
class RowWriter<Table extends Tables, Column extends keyof Database[Table] & string> {
  private readonly fields: readonly (readonly [column: string, field: string, isTime: boolean])[];
  private readonly text: string;

  /** `key`: columns of the primary key beside account_id, if stored rows may have to be replaced. */
  constructor(table: Table, columns: readonly Column[], key: readonly Column[] = []) {
    this.fields = columns.map((column) => [
      column,
      column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      /(^|_)at$/.test(column),
    ]);
    const names = columns.map((column) => `"${column}"`).join(', ');
    const updates = columns.filter((column) => !key.includes(column)).map((column) => `"${column}" = excluded."${column}"`);
    const replacing = key.length === 0 ? '' : ` on conflict (account_id, ${key.join(', ')}) do update set ${updates.join(', ')}`;
    this.text = `insert into ${table} (account_id, ${names}) select $1, ${names} from jsonb_populate_recordset(null::${table},
      $2::jsonb)${replacing}`;
  }

  async write(client: PoolClient, accountId: string, rows: readonly Readonly<Record<CamelCase<Column>, Value>>[]): Promise<void> {
    const stored = rows.map((row) => {
      const values = row as Readonly<Record<string, Value>>;
      return Object.fromEntries(this.fields.map(([column, field, isTime]) => [column, storedValue(values[field]!, isTime)]));
    });
    await client.query(this.text, [accountId, JSON.stringify(stored)]);
  }
}

function storedValue(value: Value, isTime: boolean) {
  if (typeof value === 'bigint') return toDecimal(value);
  return isTime && typeof value === 'number' ? iso(value) : value;
}

const days = new RowWriter('portfolio_days', [
  'day',
  'equity',
  'spot',
  'futures',
  'unrealised',
  'inflow',
  'outflow',
  'realised',
  'fees',
  'funding',
  'day_return',
  'index',
  'index_high',
  'index_low',
  'day_fall',
  'drawdown',
  'segment',
  'btc_price',
  'flags',
]);
const periods = new RowWriter(
  'portfolio_periods',
  ['started_at', 'ended_at', 'value_start', 'value_end', 'flow', 'method', 'period_return', 'segment'],
  ['started_at'],
);
const flows = new RowWriter('portfolio_flows', ['kind', 'id', 'at', 'asset', 'quantity', 'price', 'value'], ['kind', 'id']);
const positions = new RowWriter('portfolio_positions', [
  'market',
  'asset',
  'realised',
  'fees',
  'funding',
  'open_qty',
  'open_cost',
  'unknown_qty',
  'trades',
  'last_trade_at',
  'legs',
]);

/** Replaces an account's figures from `since` on, in the caller's transaction. */
export async function storePortfolio(client: PoolClient, outcome: Outcome): Promise<void> {
  const { accountId, since, portfolio, readAt } = outcome;
  const firstDay = dayOf(since);
  await client.query('delete from portfolio_days where account_id = $1 and day >= $2::date', [accountId, firstDay]);
  await days.write(
    client,
    accountId,
    portfolio.days.filter(({ day }) => day >= firstDay),
  );
  // Periods that ended by then stay; one that ends later is written again.
  await client.query('delete from portfolio_periods where account_id = $1 and ended_at > $2', [accountId, iso(since)]);
  const changed = portfolio.periods.filter(({ endedAt }) => endedAt > since);
  await periods.write(client, accountId, [...new Map(changed.map((period) => [period.startedAt, period])).values()]);
  await client.query('delete from portfolio_flows where account_id = $1 and at >= $2', [accountId, iso(since)]);
  await flows.write(
    client,
    accountId,
    portfolio.flows.filter(({ at }) => at >= since),
  );
  await client.query('delete from portfolio_positions where account_id = $1', [accountId]);
  await positions.write(
    client,
    accountId,
    portfolio.positions.map((position) => ({ ...position, legs: position.legs.map(storedLeg) })),
  );
  await storeBooks(client, outcome);
  await storeState(client, outcome, readAt);
}

function storedLeg({ side, realised, fees, openQty, openCost, trades, lastTradeAt }: Portfolio['positions'][number]['legs'][number]) {
  return {
    side,
    realised: decimal(realised),
    fees: decimal(fees),
    openQty: decimal(openQty),
    openCost: decimal(openCost),
    trades,
    lastTradeAt: lastTradeAt === null ? null : iso(lastTradeAt),
  };
}

async function storeBooks(client: PoolClient, { accountId, since, readAt, portfolio }: Outcome): Promise<void> {
  await client.query(
    `delete from portfolio_checkpoints where account_id = $1 and (day >= $2::date or (day <= $3::date and extract(day from day + 1) <> 1))`,
    [accountId, dayOf(since), dayOf(readAt - LATEST_BOOKS * DAY_MS)],
  );
  for (const { day, books } of portfolio.checkpoints) {
    if (day < dayOf(since)) continue;
    await client.query('insert into portfolio_checkpoints (account_id, day, books) values ($1, $2, $3)', [
      accountId,
      day,
      JSON.stringify(books),
    ]);
  }
}

async function storeState(
  client: PoolClient,
  { accountId, marks, incompleteFrom, settlement, past, holdings, reported, portfolio }: Outcome,
  readAt: number,
): Promise<void> {
  const last = portfolio.days.at(-1)!;
  const completeFrom = await firstCompleteDay(client, accountId);
  await client.query(
    `update portfolio_states set read_at = $2, computed_at = now(), started_at = null, failure = null, methodology_version = $3,
       dirty_from = case when marks = $4 then $5::timestamptz else dirty_from end, first_day = coalesce((select min(day)
         from portfolio_days where account_id = $1), $6::date),
       reported = $7, equity = $8, unrealised = $9, holdings = $10, opening = $11, unexplained = $12, past = $13, complete_from = $14::date,
       day_results = $15
     where account_id = $1`,
    [
      accountId,
      iso(readAt),
      METHODOLOGY_VERSION,
      marks,
      incompleteFrom === null ? null : iso(incompleteFrom),
      last.day,
      decimal(reported),
      decimal(last.equity),
      decimal(last.unrealised),
      JSON.stringify(asRecord(holdings)),
      JSON.stringify(asRecord(settlement.opening)),
      JSON.stringify(settlement.unexplained.map(({ at, amount, ...rest }) => ({ ...rest, at: iso(at), amount: toDecimal(amount) }))),
      JSON.stringify(past),
      completeFrom,
      JSON.stringify(storedDayResults(portfolio)),
    ],
  );
}

/** Returns the first day with complete data; null: none yet. */
async function firstCompleteDay(client: PoolClient, accountId: string): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `select min(day)::text as day from portfolio_days where account_id = $1
     and day > coalesce((select max(day) from portfolio_days where account_id = $1 and flags ? 'incomplete'), '-infinity')`,
    [accountId],
  );
  return rows[0]?.day ?? null;
}
