import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';

const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action');

/** Snapshot of an account at the last sync. Each set is replaced as a whole, in one transaction, after a valid response. */
const WalletBalanceSchema = defineEntity({
  name: 'WalletBalance',
  tableName: 'wallet_balances',
  properties: {
    accountId: account,
    /** The venue's order. */
    position: p.smallint().primary(),
    name: p.text(),
    /** In USDT. */
    balance: amount(),
  },
});
export class WalletBalance extends WalletBalanceSchema.class {}
WalletBalanceSchema.setClass(WalletBalance);

const AssetBalanceSchema = defineEntity({
  name: 'AssetBalance',
  tableName: 'asset_balances',
  properties: {
    accountId: account,
    coin: p.text().primary(),
    free: amount(),
    locked: amount(),
    /** In USDT; null where the venue has no price. */
    value: p.decimal('string').columnType('numeric').nullable(),
  },
});
export class AssetBalance extends AssetBalanceSchema.class {}
AssetBalanceSchema.setClass(AssetBalance);

const FuturesOrderSchema = defineEntity({
  name: 'FuturesOrder',
  tableName: 'futures_orders',
  properties: {
    accountId: account,
    /** Conditional orders have their own ids: `algo:<id>`. */
    orderId: p.text().primary(),
    symbol: p.text(),
    price: amount(),
    origQty: amount(),
    executedQty: amount(),
    origType: p.text(),
    type: p.text(),
    side: p.text(),
    positionSide: p.text(),
    stopPrice: amount(),
    workingType: p.text(),
    time: p.datetime(),
  },
});
export class FuturesOrder extends FuturesOrderSchema.class {}
FuturesOrderSchema.setClass(FuturesOrder);

const FuturesPositionSchema = defineEntity({
  name: 'FuturesPosition',
  tableName: 'futures_positions',
  properties: {
    accountId: account,
    symbol: p.text().primary(),
    positionSide: p.text().primary(),
    positionAmt: amount(),
    entryPrice: amount(),
    breakEvenPrice: amount(),
    markPrice: amount(),
    unrealizedProfit: amount(),
    liquidationPrice: amount(),
    initialMargin: amount(),
    positionInitialMargin: amount(),
    marginAsset: p.text(),
    leverage: p.decimal('string').columnType('numeric').nullable(),
    updatedAt: p.datetime(),
  },
});
export class FuturesPosition extends FuturesPositionSchema.class {}
FuturesPositionSchema.setClass(FuturesPosition);

const FuturesAssetSchema = defineEntity({
  name: 'FuturesAsset',
  tableName: 'futures_assets',
  properties: {
    accountId: account,
    asset: p.text().primary(),
    /** Without unrealised profit. */
    walletBalance: amount(),
    updatedAt: p.datetime(),
  },
});
export class FuturesAsset extends FuturesAssetSchema.class {}
FuturesAssetSchema.setClass(FuturesAsset);

export const snapshotEntities = [
  WalletBalanceSchema,
  AssetBalanceSchema,
  FuturesOrderSchema,
  FuturesPositionSchema,
  FuturesAssetSchema,
] as const;
