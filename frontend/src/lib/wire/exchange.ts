import type {
  AssetBalanceWire,
  DepositWire,
  FutureOpenOrderWire,
  FuturePositionWire,
  FutureTradeWire,
  SpotTradeWire,
  WalletAnswerWire,
  WithdrawWire,
} from './types';

/** Synced records in the words used inside. Amounts stay the decimal strings the venue wrote. */
export interface SpotTrade {
  date: string;
  symbol: string;
  side: string;
  price: string;
  quantity: string;
  quoteQuantity: string;
  fee: string;
  feeAsset: string;
}
export interface FuturesTrade {
  date: string;
  symbol: string;
  side: string;
  positionSide: string;
  price: string;
  quantity: string;
  quoteQuantity: string;
  realisedProfit: string;
}
export interface OpenOrder {
  date: string;
  symbol: string;
  side: string;
  positionSide: string;
  type: string;
  originalType: string;
  price: string;
  stopPrice: string;
  workingType: string;
  originalQuantity: string;
  executedQuantity: string;
}
export interface Position {
  updatedAt: string;
  symbol: string;
  positionSide: string;
  amount: string;
  leverage: string;
  entryPrice: string;
  breakEvenPrice: string;
  markPrice: string;
  liquidationPrice: string;
  initialMargin: string;
  positionInitialMargin: string;
  marginAsset: string;
  unrealisedProfit: string;
}
export interface Transfer {
  at: string;
  coin: string;
  network: string;
  amount: string;
  /** Withdrawals alone carry a fee. */
  fee: string | null;
  walletType: string;
  transactionId: string;
  status: string;
}
export type AssetBalance = AssetBalanceWire;
export interface Wallet {
  /** USDT */
  total: string;
  /** Null until the first sync of that member has ended. */
  syncedAt: string | null;
  wallets: { name: string; balance: string }[];
  assets: AssetBalance[];
}

export const toSpotTrade = (record: SpotTradeWire): SpotTrade => ({
  date: record.date,
  symbol: record.symbol,
  side: record.side,
  price: record.price,
  quantity: record.qty,
  quoteQuantity: record.quoteQty,
  fee: record.fee,
  feeAsset: record.feeAsset,
});

export const toFuturesTrade = (record: FutureTradeWire): FuturesTrade => ({
  date: record.date,
  symbol: record.symbol,
  side: record.side,
  positionSide: record.positionSide,
  price: record.price,
  quantity: record.qty,
  quoteQuantity: record.quoteQty,
  realisedProfit: record.realizedPnl,
});

export const toOpenOrder = (record: FutureOpenOrderWire): OpenOrder => ({
  date: record.date,
  symbol: record.symbol,
  side: record.side,
  positionSide: record.position_side,
  type: record.type,
  originalType: record.orig_type,
  price: record.price,
  stopPrice: record.stop_price,
  workingType: record.working_type,
  originalQuantity: record.orig_qty,
  executedQuantity: record.executed_qty,
});

export const toPosition = (record: FuturePositionWire): Position => ({
  updatedAt: record.updateDate,
  symbol: record.symbol,
  positionSide: record.positionSide,
  amount: record.positionAmt,
  leverage: record.leverage,
  entryPrice: record.entryPrice,
  breakEvenPrice: record.breakEvenPrice,
  markPrice: record.markPrice,
  liquidationPrice: record.liquidationPrice,
  initialMargin: record.initialMargin,
  positionInitialMargin: record.positionInitial_margin,
  marginAsset: record.marginAsset,
  unrealisedProfit: record.unRealizedProfit,
});

export const toDeposit = (record: DepositWire): Transfer => ({
  at: record.insertTime,
  coin: record.coin,
  network: record.network,
  amount: record.amount,
  fee: null,
  walletType: record.walletType,
  transactionId: record.txId,
  status: record.status,
});

export const toWithdrawal = (record: WithdrawWire): Transfer => ({
  at: record.applyTime,
  coin: record.coin,
  network: record.network,
  amount: record.amount,
  fee: record.transactionFee,
  walletType: record.walletType,
  transactionId: record.txId,
  status: record.status,
});

export const toWallet = (answer: WalletAnswerWire): Wallet => ({
  total: answer.total_balance,
  syncedAt: answer.syncedAt,
  // Binance writes "USDⓈ-M"; many faces can not draw that letter, and everybody says USD-M.
  wallets: answer.data.map((item) => ({ name: item.walletName.replace('Ⓢ', ''), balance: item.balance })),
  assets: answer.assets,
});
