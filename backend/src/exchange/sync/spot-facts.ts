import type { EntityManager } from '@mikro-orm/postgresql';
import type { FillSum } from './spot-news.js';

/** So many of the newest fills tell what a member trades these days. */
const RECENT = 500;

/** Fills between two moments, summed up by symbol and side. */
export function fillsBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<FillSum[]> {
  return em.execute<FillSum[]>(
    `select symbol, buyer, sum(qty)::text as qty, sum(quote_qty)::text as "quoteQty", fee_asset as "feeAsset", sum(fee)::text as fee
     from spot_trades where account_id = ? and "time" > ? and "time" <= ? group by symbol, buyer, fee_asset`,
    [accountId, after, upTo],
  );
}

/** Deposits less withdrawals of the spot wallet by coin, as far as they have changed it. */
export async function capitalByCoin(em: EntityManager, accountId: string): Promise<Record<string, string>> {
  // The venue's codes: a deposit counts once it is credited, a withdrawal, with its fee, from the day it was asked for, unless it ended without success.
  const rows = await em.execute<{ coin: string; amount: string }[]>(
    `select coin, sum(amount)::text as amount from (
       select coin, amount from deposits where account_id = ? and status in (1, 6) and wallet_type = 0
       union all select coin, -(amount + transaction_fee) from withdrawals where account_id = ? and (not final or status = 6) and wallet_type = 0
     ) as moved group by coin`,
    [accountId, accountId],
  );
  return Object.fromEntries(rows.map(({ coin, amount }) => [coin, amount]));
}

/** Symbols by how lately they were traded, and the coins fees were paid in. */
export async function recentlyTraded(em: EntityManager, accountId: string): Promise<{ symbols: string[]; feeAssets: string[] }> {
  const rows = await em.execute<{ symbol: string; fees: string[] }[]>(
    `select symbol, array_to_json(array_agg(distinct fee_asset)) as fees from (
       select symbol, fee_asset, "time" from spot_trades where account_id = ? order by "time" desc, trade_id desc limit ?
     ) as recent group by symbol order by max("time") desc`,
    [accountId, RECENT],
  );
  return { symbols: rows.map(({ symbol }) => symbol), feeAssets: [...new Set(rows.flatMap(({ fees }) => fees))] };
}

/** What transfers, conversions, swept balances and dividends between two moments added to the spot wallet, by coin. */
export async function movementsBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<Record<string, string>> {
  const rows = await em.execute<{ coin: string; amount: string }[]>(
    `select coin, sum(amount)::text as amount from (
       select to_asset as coin, to_amount as amount from wallet_movements where account_id = ? and to_wallet = 'spot' and "time" > ? and "time" <= ?
       union all select from_asset, -from_amount from wallet_movements where account_id = ? and from_wallet = 'spot' and "time" > ? and "time" <= ?
     ) as moved group by coin`,
    [accountId, after, upTo, accountId, after, upTo],
  );
  return Object.fromEntries(rows.map(({ coin, amount }) => [coin, amount]));
}

/** Every coin that came into the account or left it beside trades. */
export async function capitalCoins(em: EntityManager, accountId: string): Promise<string[]> {
  const rows = await em.execute<{ coin: string }[]>(
    `select coin from deposits where account_id = ? union select coin from withdrawals where account_id = ?
     union select from_asset from wallet_movements where account_id = ? and from_asset is not null
     union select to_asset from wallet_movements where account_id = ? and to_asset is not null`,
    [accountId, accountId, accountId, accountId],
  );
  return rows.map(({ coin }) => coin);
}
