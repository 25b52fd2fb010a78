import type { PoolClient } from 'pg';
import { over, scaled, toDecimal } from '../engine/index.js';
import type { LedgerAccount } from './ledger-account.rules.js';
import { grow, type Holdings } from './balance-changes.sql.js';

export interface ReportedPosition {
  symbol: string;
  side: 'BOTH' | 'LONG' | 'SHORT';
  amount: bigint;
  entry: bigint;
  mark: bigint;
  profit: bigint;
  margin: string;
}

/** Balances and positions of an account as the exchange reported them at one time. */
export interface Reported {
  /** The venue's time. */
  readAt: Date;
  /** Value of all wallets in USDT; null if not provided. */
  worth: bigint | null;
  /** Part of `worth` in wallets whose coins the venue does not list. */
  otherWorth: bigint;
  holdings: Holdings;
  /** USDT prices by asset, from the valuation of the balances. */
  prices: ReadonlyMap<string, bigint>;
  positions: ReportedPosition[];
}

/** Names of wallets whose coins are listed; other wallets count by their total value. */
const listed = /^(spot|usd.*futures|unified.*|fund(ing)?(account)?|trading)$/i;
/** Binance lists the coins of these wallets only. */
const listedByBinance = /^(spot|usd.*futures)$/i;

interface BalanceRow {
  coin: string;
  amount: string;
  value: string | null;
  /** Coin of a flexible Earn position (`LDBTC`). */
  underlying: string | null;
}

const BALANCES = `select b.coin, (b.free + b.locked)::text as amount, b.value::text as value,
    case when b.coin like 'LD_%'
      and exists (select 1 from venue_pairs p where p.venue = $2 and (p.base = substr(b.coin, 3) or p.quote = substr(b.coin, 3)))
      and not exists (select 1 from venue_pairs p where p.venue = $2 and (p.base = b.coin or p.quote = b.coin))
      then substr(b.coin, 3) end as underlying
  from asset_balances b where b.account_id = $1 and b.free + b.locked <> 0`;

/** Returns null before the first reading. */
export async function readReported(client: PoolClient, { id, venue }: LedgerAccount): Promise<Reported | null> {
  const {
    rows: [run],
  } = await client.query<{ at: string }>(
    `select steps ->> 'account' as at from sync_runs where account_id = $1 and steps ->> 'account' is not null order by id desc limit 1`,
    [id],
  );
  if (!run) return null;
  const holdings: Holdings = new Map();
  const prices = new Map<string, bigint>();
  const { rows: balances } = await client.query<BalanceRow>(BALANCES, [id, venue]);
  for (const { coin, amount, value, underlying } of balances) {
    const quantity = scaled(amount);
    grow(holdings, `spot:${underlying ?? coin}`, quantity);
    if (value !== null && coin !== 'USDT' && underlying === null) prices.set(coin, over(scaled(value), quantity));
  }
  const { rows: assets } = await client.query<{ asset: string; amount: string }>(
    'select asset, wallet_balance::text as amount from futures_assets where account_id = $1',
    [id],
  );
  for (const { asset, amount } of assets) grow(holdings, `futures:${asset}`, scaled(amount));
  const { rows: wallets } = await client.query<{ name: string; balance: string }>(
    'select name, balance::text as balance from wallet_balances where account_id = $1',
    [id],
  );
  const others = wallets.filter(({ name }) => !(venue === 'binance' ? listedByBinance : listed).test(name));
  const sum = (list: readonly { balance: string }[]) => list.reduce((total, { balance }) => total + scaled(balance), 0n);
  return {
    readAt: new Date(run.at),
    worth: wallets.length === 0 ? null : sum(wallets),
    otherWorth: sum(others),
    holdings,
    prices,
    positions: await positionsOf(client, id),
  };
}

async function positionsOf(client: PoolClient, id: string): Promise<ReportedPosition[]> {
  const { rows } = await client.query<{
    symbol: string;
    side: ReportedPosition['side'];
    amount: string;
    entry: string;
    mark: string;
    profit: string;
    margin: string;
  }>(
    `select symbol, position_side as side, position_amt::text as amount, entry_price::text as entry, mark_price::text as mark,
      unrealized_profit::text as profit, margin_asset as margin
     from futures_positions where account_id = $1 and position_amt <> 0`,
    [id],
  );
  return rows.map(({ symbol, side, amount, entry, mark, profit, margin }) => ({
    symbol,
    side,
    amount: scaled(amount),
    entry: scaled(entry),
    mark: scaled(mark),
    profit: scaled(profit),
    margin,
  }));
}

/** Converts holdings to their stored form. */
export const asRecord = (holdings: Holdings): Record<string, string> =>
  Object.fromEntries([...holdings].map(([key, amount]) => [key, toDecimal(amount)]));
export const asHoldings = (record: Readonly<Record<string, string>>): Holdings =>
  new Map(Object.entries(record).map(([key, amount]) => [key, scaled(amount)]));
