import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';
import { movementKinds, walletNames } from '../venues/index.js';

/** Unconstrained numeric keeps the venue's digits and trailing zeros; numeric(38,18) would pad them. */
const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('restrict').updateRule('no action');

/**
 * Fills. Ids are unique within a symbol only, and a self-trade gives two rows of one id, hence the side in the key. No foreign key:
 * checking it would cost a third of a backfill of 100,000 rows, and accounts are never deleted separately.
 */
const SpotTradeSchema = defineEntity({
  name: 'SpotTrade',
  tableName: 'spot_trades',
  properties: {
    accountId: p.uuid().primary(),
    symbol: p.text().primary(),
    tradeId: p.text().primary(),
    buyer: p.boolean().primary(),
    orderId: p.text(),
    maker: p.boolean(),
    price: amount(),
    qty: amount(),
    quoteQty: amount(),
    fee: amount(),
    feeAsset: p.text(),
    time: p.datetime(),
  },
  indexes: [
    { name: 'spot_trades_time_index', properties: ['accountId', 'time', 'tradeId', 'symbol', 'buyer'] },
    { name: 'spot_trades_symbol_index', properties: ['accountId', 'symbol', 'time', 'tradeId', 'buyer'] },
  ],
});
export class SpotTrade extends SpotTradeSchema.class {}
SpotTradeSchema.setClass(SpotTrade);

const FuturesTradeSchema = defineEntity({
  name: 'FuturesTrade',
  tableName: 'futures_trades',
  properties: {
    accountId: p.uuid().primary(),
    symbol: p.text().primary(),
    tradeId: p.text().primary(),
    buyer: p.boolean().primary(),
    orderId: p.text(),
    maker: p.boolean(),
    positionSide: p.text(),
    price: amount(),
    qty: amount(),
    quoteQty: amount(),
    realizedPnl: amount(),
    fee: amount(),
    feeAsset: p.text(),
    time: p.datetime(),
  },
  indexes: [
    { name: 'futures_trades_time_index', properties: ['accountId', 'time', 'tradeId', 'symbol', 'buyer'] },
    { name: 'futures_trades_symbol_index', properties: ['accountId', 'symbol', 'time', 'tradeId', 'buyer'] },
    { name: 'futures_trades_profit_index', properties: ['accountId', 'realizedPnl', 'time', 'tradeId', 'symbol', 'buyer'] },
  ],
});
export class FuturesTrade extends FuturesTradeSchema.class {}
FuturesTradeSchema.setClass(FuturesTrade);

const DepositSchema = defineEntity({
  name: 'Deposit',
  tableName: 'deposits',
  properties: {
    accountId: account,
    id: p.text().primary(),
    coin: p.text(),
    network: p.text(),
    amount: amount(),
    walletType: p.smallint(),
    status: p.smallint(),
    final: p.boolean(),
    txId: p.text(),
    insertedAt: p.datetime(),
  },
  indexes: [
    { name: 'deposits_time_index', properties: ['accountId', 'insertedAt', 'id'] },
    { name: 'deposits_coin_index', properties: ['accountId', 'coin', 'insertedAt', 'id'] },
  ],
});
export class Deposit extends DepositSchema.class {}
DepositSchema.setClass(Deposit);

const WithdrawalSchema = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawals',
  properties: {
    accountId: account,
    id: p.text().primary(),
    coin: p.text(),
    network: p.text(),
    amount: amount(),
    transactionFee: amount(),
    walletType: p.smallint(),
    status: p.smallint(),
    final: p.boolean(),
    txId: p.text(),
    appliedAt: p.datetime(),
  },
  indexes: [
    { name: 'withdrawals_time_index', properties: ['accountId', 'appliedAt', 'id'] },
    { name: 'withdrawals_coin_index', properties: ['accountId', 'coin', 'appliedAt', 'id'] },
  ],
});
export class Withdrawal extends WithdrawalSchema.class {}
WithdrawalSchema.setClass(Withdrawal);

/** Every change of the futures wallet, from the venue's journal. */
const FuturesIncomeSchema = defineEntity({
  name: 'FuturesIncome',
  tableName: 'futures_income',
  properties: {
    accountId: p.uuid().primary(),
    kind: p.text().primary(),
    tranId: p.text().primary(),
    asset: p.text().primary(),
    symbol: p.text(),
    amount: amount(),
    tradeId: p.text().nullable(),
    time: p.datetime(),
  },
  indexes: [{ name: 'futures_income_time_index', properties: ['accountId', 'time'] }],
});
export class FuturesIncome extends FuturesIncomeSchema.class {}
FuturesIncomeSchema.setClass(FuturesIncome);

/**
 * Completed wallet movements other than trades, deposits and withdrawals: transfers between the account's wallets, dust conversions,
 * conversions, dividends. The side outside the account is null.
 */
const WalletMovementSchema = defineEntity({
  name: 'WalletMovement',
  tableName: 'wallet_movements',
  properties: {
    accountId: p.uuid().primary(),
    kind: p.enum(movementKinds).primary(),
    id: p.text().primary(),
    time: p.datetime(),
    fromWallet: p.enum(walletNames).nullable(),
    fromAsset: p.text().nullable(),
    fromAmount: amount().nullable(),
    toWallet: p.enum(walletNames).nullable(),
    toAsset: p.text().nullable(),
    toAmount: amount().nullable(),
  },
  indexes: [{ name: 'wallet_movements_time_index', properties: ['accountId', 'time'] }],
});
export class WalletMovement extends WalletMovementSchema.class {}
WalletMovementSchema.setClass(WalletMovement);

export const ledgerEntities = [
  SpotTradeSchema,
  FuturesTradeSchema,
  FuturesIncomeSchema,
  DepositSchema,
  WithdrawalSchema,
  WalletMovementSchema,
] as const;
