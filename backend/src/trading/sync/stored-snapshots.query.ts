import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import type { AssetBalance } from '../venues/index.js';

/** The futures wallet as it was last read, reduced to what changes show in. */
export interface FuturesSnapshot {
  assets: { asset: string; walletBalance: string; updatedAt: Date }[];
  positions: { symbol: string; positionSide: string; positionAmt: string; updatedAt: Date; leverage: string | null }[];
  orders: { symbol: string; orderId: string; executedQty: string }[];
}

/** Returns the coins in the spot wallet as they were last read. */
export function storedBalances(em: EntityManager, accountId: string): Promise<AssetBalance[]> {
  return db(em)
    .selectFrom('asset_balances')
    .select(['coin', 'free', 'locked'])
    .where('account_id', '=', accountId)
    .orderBy('coin')
    .execute();
}

export async function storedFutures(em: EntityManager, accountId: string): Promise<FuturesSnapshot> {
  const [assets, positions, orders] = await Promise.all([
    db(em)
      .selectFrom('futures_assets')
      .select(['asset', 'wallet_balance as walletBalance', 'updated_at'])
      .where('account_id', '=', accountId)
      .execute(),
    db(em)
      .selectFrom('futures_positions')
      .select(['symbol', 'position_side as positionSide', 'position_amt as positionAmt', 'updated_at', 'leverage'])
      .where('account_id', '=', accountId)
      .execute(),
    db(em)
      .selectFrom('futures_orders')
      .select(['symbol', 'order_id as orderId', 'executed_qty as executedQty'])
      .where('account_id', '=', accountId)
      .orderBy('symbol')
      .orderBy('order_id')
      .execute(),
  ]);
  const dated = <Row extends { updated_at: string }>({ updated_at, ...row }: Row) => ({ ...row, updatedAt: new Date(updated_at) });
  return { assets: assets.map(dated), positions: positions.map(dated), orders };
}
