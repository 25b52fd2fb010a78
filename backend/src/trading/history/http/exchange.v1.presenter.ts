import type {
  DepositWire,
  FutureOpenOrderWire,
  FuturePositionWire,
  FuturesIncomeWire,
  FutureTradeWire,
  SpotTradeWire,
  WalletItemWire,
  WithdrawWire,
} from '../../../platform/wire/index.js';
import type {
  depositView,
  futuresIncomeView,
  futuresOrderView,
  futuresPositionView,
  futuresTradeView,
  spotTradeView,
  withdrawalView,
} from '../tables.js';
import type { View } from '../dataset.js';
import type { WalletView } from '../history.reader.js';

type RowOf<V> = V extends View<infer R> ? R : never;
export type SpotTradeView = RowOf<typeof spotTradeView>;
export type FuturesTradeView = RowOf<typeof futuresTradeView>;
export type FuturesOrderView = RowOf<typeof futuresOrderView>;
export type FuturesPositionView = RowOf<typeof futuresPositionView>;
export type FuturesIncomeView = RowOf<typeof futuresIncomeView>;
export type DepositView = RowOf<typeof depositView>;
export type WithdrawalView = RowOf<typeof withdrawalView>;

const side = (buyer: boolean) => (buyer ? 'BUY' : 'SELL');

export function presentWallet({ wallets }: WalletView): WalletItemWire[] {
  return wallets.map(({ name, balance }) => ({ walletName: name, balance }));
}

export function presentSpotTrade(row: SpotTradeView): SpotTradeWire {
  return {
    symbol: row.symbol,
    price: row.price,
    qty: row.qty,
    quoteQty: row.quoteQty,
    date: row.time.toISOString(),
    side: side(row.buyer),
    fee: row.fee,
    feeAsset: row.feeAsset,
  };
}

export function presentFuturesTrade(row: FuturesTradeView): FutureTradeWire {
  return {
    symbol: row.symbol,
    price: row.price,
    qty: row.qty,
    quoteQty: row.quoteQty,
    positionSide: row.positionSide,
    side: side(row.buyer),
    realizedPnl: row.realizedPnl,
    date: row.time.toISOString(),
  };
}

export function presentFuturesOrder(row: FuturesOrderView): FutureOpenOrderWire {
  return {
    symbol: row.symbol,
    price: row.price,
    orig_qty: row.origQty,
    executed_qty: row.executedQty,
    orig_type: row.origType,
    position_side: row.positionSide,
    side: row.side,
    stop_price: row.stopPrice,
    type: row.type,
    working_type: row.workingType,
    date: row.time.toISOString(),
  };
}

export function presentFuturesPosition(row: FuturesPositionView): FuturePositionWire {
  return {
    symbol: row.symbol,
    entryPrice: row.entryPrice,
    breakEvenPrice: row.breakEvenPrice,
    initialMargin: row.initialMargin,
    leverage: row.leverage ?? '',
    liquidationPrice: row.liquidationPrice,
    marginAsset: row.marginAsset,
    markPrice: row.markPrice,
    positionAmt: row.positionAmt,
    positionSide: row.positionSide,
    unRealizedProfit: row.unrealizedProfit,
    positionInitial_margin: row.positionInitialMargin,
    updateDate: row.updatedAt.toISOString(),
  };
}

export function presentFuturesIncome(row: FuturesIncomeView): FuturesIncomeWire {
  return { kind: row.kind, asset: row.asset, amount: row.amount, symbol: row.symbol, tradeId: row.tradeId, date: row.time.toISOString() };
}

/** walletType and status are the venue's own codes. */
export function presentDeposit(row: DepositView): DepositWire {
  return {
    coin: row.coin,
    network: row.network,
    amount: row.amount,
    walletType: String(row.walletType),
    insertTime: row.insertedAt.toISOString(),
    txId: row.txId,
    status: String(row.status),
  };
}

export function presentWithdrawal(row: WithdrawalView): WithdrawWire {
  return {
    coin: row.coin,
    network: row.network,
    amount: row.amount,
    transactionFee: row.transactionFee,
    walletType: String(row.walletType),
    applyTime: row.appliedAt.toISOString(),
    txId: row.txId,
    status: String(row.status),
  };
}
