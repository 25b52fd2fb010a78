import type { PoolClient } from 'pg';
import { toDecimal, type Books, type Portfolio } from '../engine/index.js';
import { asHoldings, asRecord, type Holdings } from '../ledger/index.js';
import { METHODOLOGY_VERSION } from './methodology.js';
import type { SettledBefore, Settlement, Unexplained } from './settle.js';

/** Days whose books are kept: the last of each month, and the latest. */
const LATEST_BOOKS = 10;
const DAY_MS = 86_400_000;

/** What keeps figures from beginning with the account's first row. */
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

/** How far back an account's figures reach; milliseconds. */
export interface StoredPast {
  /** Everything that moved the account is known from here on; null: from its first row on, as far as `limit` does not say otherwise. */
  from: number | null;
  limit: CompletenessLimit | null;
  futuresFrom: number | null;
  /** As text, for it may be infinite; null: the account never had futures. */
  fundingFrom: string | null;
  /** Deposits and withdrawals are read from here on; 0: all of them; null: not yet. */
  capitalFrom: number | null;
  /** When balances were first compared with rows. */
  settledAt: number;
}

export interface StoredState {
  /** Null before the first computation, and where it was made by other rules. */
  settled: SettledBefore | null;
  readAt: number | null;
  dirtyFrom: number | null;
  marks: number;
  firstDay: string | null;
  past: StoredPast | null;
}

interface StateRecord {
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
  const { rows } = await client.query<StateRecord>(
    `select date_part('epoch', read_at) * 1000 as read_at, date_part('epoch', dirty_from) * 1000 as dirty_from, marks, first_day::text, holdings, opening, unexplained, methodology_version, past
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

/** The latest books from which everything after `before` (a midnight) can be computed anew. */
export async function readBooks(client: PoolClient, accountId: string, before: number): Promise<Books | null> {
  const { rows } = await client.query<{ books: Books }>(
    'select books from portfolio_checkpoints where account_id = $1 and day < $2::date order by day desc limit 1',
    [accountId, dayOf(before)],
  );
  return rows[0]?.books ?? null;
}

/** A midnight, or any time of the day that begins with it. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const isKept = (day: string, readAt: number): boolean =>
  Date.parse(day) > readAt - LATEST_BOOKS * DAY_MS || dayOf(Date.parse(day) + DAY_MS).endsWith('-01');

export interface Outcome {
  accountId: string;
  readAt: number;
  /** A midnight: days before it are what they were, and are not written. */
  since: number;
  /** How often rows had come when this was computed. */
  marks: number;
  /** Not known yet from here on, where something could not be priced for now. */
  incompleteFrom: number | null;
  settlement: Settlement;
  past: StoredPast;
  holdings: Holdings;
  reported: bigint | null;
  portfolio: Portfolio;
}

const decimal = (value: bigint | null) => (value === null ? null : toDecimal(value));
const iso = (at: number) => new Date(at).toISOString();

/** Stores what was computed, all of it or nothing. Runs in a transaction of the caller. */
export async function storePortfolio(client: PoolClient, outcome: Outcome): Promise<void> {
  const { accountId, since, portfolio, readAt } = outcome;
  const days = portfolio.days.filter(({ day }) => day >= dayOf(since));
  const put = (text: string, rows: readonly object[]) => client.query(text, [accountId, JSON.stringify(rows)]);
  await client.query('delete from portfolio_days where account_id = $1 and day >= $2::date', [accountId, dayOf(since)]);
  await put(
    `insert into portfolio_days (account_id, day, equity, spot, futures, unrealised, inflow, outflow, realised, fees, funding, day_return, "index", index_high, index_low, day_fall, drawdown, segment, btc_price, flags)
     select $1, r.* from jsonb_to_recordset($2::jsonb) as r(day date, equity numeric, spot numeric, futures numeric, unrealised numeric, inflow numeric, outflow numeric, realised numeric,
       fees numeric, funding numeric, day_return numeric, "index" numeric, index_high numeric, index_low numeric, day_fall numeric, drawdown numeric, segment smallint, btc_price numeric, flags jsonb)`,
    days.map((day) => ({
      day: day.day,
      equity: decimal(day.equity),
      spot: decimal(day.spot),
      futures: decimal(day.futures),
      unrealised: decimal(day.unrealised),
      inflow: decimal(day.inflow),
      outflow: decimal(day.outflow),
      realised: decimal(day.realised),
      fees: decimal(day.fees),
      funding: decimal(day.funding),
      day_return: decimal(day.dayReturn),
      index: decimal(day.index),
      index_high: decimal(day.indexHigh),
      index_low: decimal(day.indexLow),
      day_fall: decimal(day.dayFall),
      drawdown: decimal(day.drawdown),
      segment: day.segment,
      btc_price: decimal(day.btcPrice),
      flags: day.flags,
    })),
  );
  // What a day's last valuation closed stays; a period that began before and ends later is told anew.
  await client.query('delete from portfolio_periods where account_id = $1 and ended_at > $2', [accountId, iso(since)]);
  await put(
    `insert into portfolio_periods (account_id, started_at, ended_at, value_start, value_end, flow, method, period_return, segment)
     select $1, r.* from jsonb_to_recordset($2::jsonb) as r(started_at timestamptz, ended_at timestamptz, value_start numeric, value_end numeric, flow numeric, method text, period_return numeric, segment smallint)
     on conflict (account_id, started_at) do update set ended_at = excluded.ended_at, value_start = excluded.value_start, value_end = excluded.value_end, flow = excluded.flow, method = excluded.method,
       period_return = excluded.period_return, segment = excluded.segment`,
    [...new Map(portfolio.periods.filter(({ endedAt }) => endedAt > since).map((period) => [period.startedAt, period])).values()].map(
      (period) => ({
        started_at: iso(period.startedAt),
        ended_at: iso(period.endedAt),
        value_start: decimal(period.valueStart),
        value_end: decimal(period.valueEnd),
        flow: decimal(period.flow),
        method: period.method,
        period_return: decimal(period.periodReturn),
        segment: period.segment,
      }),
    ),
  );
  await client.query('delete from portfolio_flows where account_id = $1 and at >= $2', [accountId, iso(since)]);
  await put(
    `insert into portfolio_flows (account_id, kind, id, at, asset, quantity, price, value)
     select $1, r.* from jsonb_to_recordset($2::jsonb) as r(kind text, id text, at timestamptz, asset text, quantity numeric, price numeric, value numeric)
     on conflict (account_id, kind, id) do update set at = excluded.at, asset = excluded.asset, quantity = excluded.quantity, price = excluded.price, value = excluded.value`,
    portfolio.flows
      .filter(({ at }) => at >= since)
      .map(({ kind, id, at, asset, quantity, price, value }) => ({
        kind,
        id,
        at: iso(at),
        asset,
        quantity: decimal(quantity),
        price: decimal(price),
        value: decimal(value),
      })),
  );
  await client.query('delete from portfolio_positions where account_id = $1', [accountId]);
  await put(
    `insert into portfolio_positions (account_id, market, asset, realised, fees, funding, open_qty, open_cost, unknown_qty, trades, last_trade_at, legs)
     select $1, r.* from jsonb_to_recordset($2::jsonb) as r(market text, asset text, realised numeric, fees numeric, funding numeric, open_qty numeric, open_cost numeric, unknown_qty numeric, trades int, last_trade_at timestamptz, legs jsonb)`,
    portfolio.positions.map((position) => ({
      market: position.market,
      asset: position.asset,
      realised: decimal(position.realised),
      fees: decimal(position.fees),
      funding: decimal(position.funding),
      open_qty: decimal(position.openQty),
      open_cost: decimal(position.openCost),
      unknown_qty: decimal(position.unknownQty),
      trades: position.trades,
      last_trade_at: position.lastTradeAt === null ? null : iso(position.lastTradeAt),
      legs: position.legs.map(({ lastTradeAt, trades, side, ...leg }) => ({
        side,
        realised: decimal(leg.realised),
        fees: decimal(leg.fees),
        openQty: decimal(leg.openQty),
        openCost: decimal(leg.openCost),
        trades,
        lastTradeAt: lastTradeAt === null ? null : iso(lastTradeAt),
      })),
    })),
  );
  await storeBooks(client, outcome);
  await storeState(client, outcome, readAt);
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
       dirty_from = case when marks = $4 then $5::timestamptz else dirty_from end, first_day = coalesce((select min(day) from portfolio_days where account_id = $1), $6::date),
       reported = $7, equity = $8, unrealised = $9, holdings = $10, opening = $11, unexplained = $12, past = $13, complete_from = $14::date
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
    ],
  );
}

/** The first day whose figures rest on everything that happened, null where there is none yet. */
async function firstCompleteDay(client: PoolClient, accountId: string): Promise<string | null> {
  const { rows } = await client.query<{ day: string | null }>(
    `select min(day)::text as day from portfolio_days where account_id = $1
     and day > coalesce((select max(day) from portfolio_days where account_id = $1 and flags ? 'incomplete'), '-infinity')`,
    [accountId],
  );
  return rows[0]?.day ?? null;
}
