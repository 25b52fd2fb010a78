import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssetBalance } from '../port/index.js';

/** The futures wallet as it was last seen, as far as news show in it. */
export interface FuturesSnapshot {
  assets: { asset: string; walletBalance: string; updatedAt: Date }[];
  positions: { symbol: string; positionSide: string; positionAmt: string; updatedAt: Date; leverage: string | null }[];
  orders: { symbol: string; orderId: string; executedQty: string }[];
}

/** The coins in the spot wallet as they were last seen. */
export function storedBalances(em: EntityManager, accountId: string): Promise<AssetBalance[]> {
  return em.execute<AssetBalance[]>('select coin, free, locked from asset_balances where account_id = ? order by coin', [accountId]);
}

export async function storedFutures(em: EntityManager, accountId: string): Promise<FuturesSnapshot> {
  const [assets, positions, orders] = await Promise.all([
    em.execute<{ asset: string; wallet_balance: string; updated_at: string }[]>(
      'select asset, wallet_balance, updated_at from futures_assets where account_id = ?',
      [accountId],
    ),
    em.execute<{ symbol: string; position_side: string; position_amt: string; updated_at: string; leverage: string | null }[]>(
      'select symbol, position_side, position_amt, updated_at, leverage from futures_positions where account_id = ?',
      [accountId],
    ),
    em.execute<{ symbol: string; order_id: string; executed_qty: string }[]>(
      'select symbol, order_id, executed_qty from futures_orders where account_id = ? order by symbol, order_id',
      [accountId],
    ),
  ]);
  return {
    assets: assets.map((row) => ({ asset: row.asset, walletBalance: row.wallet_balance, updatedAt: new Date(row.updated_at) })),
    positions: positions.map((row) => ({
      symbol: row.symbol,
      positionSide: row.position_side,
      positionAmt: row.position_amt,
      updatedAt: new Date(row.updated_at),
      leverage: row.leverage,
    })),
    orders: orders.map((row) => ({ symbol: row.symbol, orderId: row.order_id, executedQty: row.executed_qty })),
  };
}
