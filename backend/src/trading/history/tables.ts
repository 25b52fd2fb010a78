import type {
  DepositRow,
  FuturesAssetRow,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  IncomeRow,
  SpotTradeRow,
  WalletMovementRow,
  WalletRow,
  WithdrawalRow,
} from '../venues/index.js';
import { flag, integer, listed, numeric, stored, text, timestamp } from './dataset.js';
import type { Deposit, FuturesIncome, FuturesTrade, SpotTrade, WalletMovement, Withdrawal } from './ledger.entities.js';
import type { AssetBalance, FuturesAsset, FuturesOrder, FuturesPosition, WalletBalance } from './snapshot.entities.js';

export { keyColumns, timeColumn, type Column, type Table, type View } from './dataset.js';

// One definition per exchange data set: what is stored, listed, sorted, filtered and exported. `label` is the CSV header. A field that the
// entity lacks, or the definition, does not compile.

export const spotTrades = listed<SpotTradeRow, SpotTrade>()({
  table: 'spot_trades',
  fields: {
    symbol: text((row) => row.symbol, 'Symbol'),
    tradeId: text((row) => row.tradeId, 'Trade id'),
    buyer: flag((row) => row.buyer, 'Side'),
    orderId: text((row) => row.orderId),
    maker: flag((row) => row.maker),
    price: numeric((row) => row.price, 'Price'),
    qty: numeric((row) => row.qty, 'Quantity'),
    quoteQty: numeric((row) => row.quoteQty, 'Total'),
    fee: numeric((row) => row.fee, 'Fee'),
    feeAsset: text((row) => row.feeAsset, 'Fee asset'),
    time: timestamp((row) => row.time, 'Time (UTC)'),
  },
  key: ['symbol', 'tradeId', 'buyer'],
  time: 'time',
  hidden: ['orderId', 'maker'],
  sorts: {
    date: ['time', 'tradeId', 'symbol', 'buyer'],
    symbol: ['symbol', 'time', 'tradeId', 'buyer'],
  },
  filter: 'symbol',
  counted: 'spot_trades',
  file: ['time', 'symbol', 'buyer', 'price', 'qty', 'quoteQty', 'fee', 'feeAsset', 'tradeId'],
});

export const futuresTrades = listed<FuturesTradeRow, FuturesTrade>()({
  table: 'futures_trades',
  fields: {
    symbol: text((row) => row.symbol, 'Symbol'),
    tradeId: text((row) => row.tradeId, 'Trade id'),
    buyer: flag((row) => row.buyer, 'Side'),
    orderId: text((row) => row.orderId),
    maker: flag((row) => row.maker),
    positionSide: text((row) => row.positionSide, 'Position'),
    price: numeric((row) => row.price, 'Price'),
    qty: numeric((row) => row.qty, 'Quantity'),
    quoteQty: numeric((row) => row.quoteQty, 'Total'),
    realizedPnl: numeric((row) => row.realizedPnl, 'Realised profit'),
    fee: numeric((row) => row.fee),
    feeAsset: text((row) => row.feeAsset),
    time: timestamp((row) => row.time, 'Time (UTC)'),
  },
  key: ['symbol', 'tradeId', 'buyer'],
  time: 'time',
  hidden: ['orderId', 'maker', 'fee', 'feeAsset'],
  sorts: {
    date: ['time', 'tradeId', 'symbol', 'buyer'],
    symbol: ['symbol', 'time', 'tradeId', 'buyer'],
    realizedPnl: ['realizedPnl', 'time', 'tradeId', 'symbol', 'buyer'],
  },
  filter: 'symbol',
  counted: 'futures_trades',
  file: ['time', 'symbol', 'buyer', 'positionSide', 'price', 'qty', 'quoteQty', 'realizedPnl', 'tradeId'],
});

export const futuresIncome = listed<IncomeRow, FuturesIncome>()({
  table: 'futures_income',
  fields: {
    kind: text((row) => row.kind),
    tranId: text((row) => row.tranId),
    asset: text((row) => row.asset),
    symbol: text((row) => row.symbol),
    amount: numeric((row) => row.amount),
    tradeId: text((row) => row.tradeId),
    time: timestamp((row) => row.time),
  },
  key: ['kind', 'tranId', 'asset'],
  time: 'time',
  sorts: {
    date: ['time', 'kind', 'tranId', 'asset'],
  },
  filter: 'symbol',
  counted: 'futures_income',
});

export const futuresAssets = stored<FuturesAssetRow, FuturesAsset>({
  table: 'futures_assets',
  fields: {
    asset: text((row) => row.asset),
    walletBalance: numeric((row) => row.walletBalance),
    updatedAt: timestamp((row) => row.updatedAt),
  },
  key: ['asset'],
});

export const deposits = listed<DepositRow, Deposit>()({
  table: 'deposits',
  fields: {
    id: text((row) => row.id, 'Id'),
    coin: text((row) => row.coin, 'Coin'),
    network: text((row) => row.network, 'Network'),
    amount: numeric((row) => row.amount, 'Amount'),
    walletType: integer((row) => row.walletType, 'Wallet code'),
    status: integer((row) => row.status, 'Status code'),
    final: flag((row) => row.final),
    txId: text((row) => row.txId, 'Transaction'),
    insertedAt: timestamp((row) => row.insertedAt, 'Time (UTC)'),
  },
  key: ['id'],
  time: 'insertedAt',
  hidden: ['final'],
  sorts: {
    insertTime: ['insertedAt', 'id'],
    coin: ['coin', 'insertedAt', 'id'],
  },
  filter: 'coin',
  file: ['insertedAt', 'coin', 'network', 'amount', 'walletType', 'status', 'txId', 'id'],
});

export const withdrawals = listed<WithdrawalRow, Withdrawal>()({
  table: 'withdrawals',
  fields: {
    id: text((row) => row.id, 'Id'),
    coin: text((row) => row.coin, 'Coin'),
    network: text((row) => row.network, 'Network'),
    amount: numeric((row) => row.amount, 'Amount'),
    transactionFee: numeric((row) => row.transactionFee, 'Transaction fee'),
    walletType: integer((row) => row.walletType, 'Wallet code'),
    status: integer((row) => row.status, 'Status code'),
    final: flag((row) => row.final),
    txId: text((row) => row.txId, 'Transaction'),
    appliedAt: timestamp((row) => row.appliedAt, 'Time (UTC)'),
  },
  key: ['id'],
  time: 'appliedAt',
  hidden: ['final'],
  sorts: {
    applyTime: ['appliedAt', 'id'],
    coin: ['coin', 'appliedAt', 'id'],
  },
  filter: 'coin',
  file: ['appliedAt', 'coin', 'network', 'amount', 'transactionFee', 'walletType', 'status', 'txId', 'id'],
});

export const walletMovements = stored<WalletMovementRow, WalletMovement>({
  table: 'wallet_movements',
  fields: {
    kind: text((row) => row.kind),
    id: text((row) => row.id),
    time: timestamp((row) => row.time),
    fromWallet: text((row) => row.from?.wallet ?? null),
    fromAsset: text((row) => row.from?.asset ?? null),
    fromAmount: numeric((row) => row.from?.amount ?? null),
    toWallet: text((row) => row.to?.wallet ?? null),
    toAsset: text((row) => row.to?.asset ?? null),
    toAmount: numeric((row) => row.to?.amount ?? null),
  },
  key: ['kind', 'id'],
  time: 'time',
});

export const walletBalances = stored<WalletRow & { position: number }, WalletBalance>({
  table: 'wallet_balances',
  fields: {
    position: integer((row) => row.position),
    name: text((row) => row.name),
    balance: numeric((row) => row.balance),
  },
  key: ['position'],
});

export interface ValuedBalance {
  coin: string;
  free: string;
  locked: string;
  /** In USDT; null: the venue has no price. */
  value: string | null;
}

export const assetBalances = listed<ValuedBalance, AssetBalance>()({
  table: 'asset_balances',
  fields: {
    coin: text((row) => row.coin),
    free: numeric((row) => row.free),
    locked: numeric((row) => row.locked),
    value: numeric((row) => row.value),
  },
  key: ['coin'],
  sorts: {
    coin: ['coin'],
  },
  filter: 'coin',
});

export const futuresOrders = listed<FuturesOrderRow, FuturesOrder>()({
  table: 'futures_orders',
  fields: {
    orderId: text((row) => row.orderId, 'Order id'),
    symbol: text((row) => row.symbol, 'Symbol'),
    price: numeric((row) => row.price, 'Price'),
    origQty: numeric((row) => row.origQty, 'Quantity'),
    executedQty: numeric((row) => row.executedQty, 'Filled'),
    origType: text((row) => row.origType, 'Original type'),
    type: text((row) => row.type, 'Type'),
    side: text((row) => row.side, 'Side'),
    positionSide: text((row) => row.positionSide, 'Position'),
    stopPrice: numeric((row) => row.stopPrice, 'Stop price'),
    workingType: text((row) => row.workingType, 'Trigger'),
    time: timestamp((row) => row.time, 'Time (UTC)'),
  },
  key: ['orderId'],
  time: 'time',
  sorts: {
    date: ['time', 'orderId'],
    symbol: ['symbol', 'time', 'orderId'],
    price: ['price', 'time', 'orderId'],
  },
  filter: 'symbol',
  file: [
    'time',
    'symbol',
    'side',
    'positionSide',
    'type',
    'origType',
    'price',
    'stopPrice',
    'workingType',
    'executedQty',
    'origQty',
    'orderId',
  ],
});

export const futuresPositions = listed<FuturesPositionRow, FuturesPosition>()({
  table: 'futures_positions',
  fields: {
    symbol: text((row) => row.symbol, 'Symbol'),
    positionSide: text((row) => row.positionSide, 'Position'),
    positionAmt: numeric((row) => row.positionAmt, 'Amount'),
    entryPrice: numeric((row) => row.entryPrice, 'Entry price'),
    breakEvenPrice: numeric((row) => row.breakEvenPrice, 'Break-even price'),
    markPrice: numeric((row) => row.markPrice, 'Mark price'),
    unrealizedProfit: numeric((row) => row.unrealizedProfit, 'Unrealised profit'),
    liquidationPrice: numeric((row) => row.liquidationPrice, 'Liquidation price'),
    initialMargin: numeric((row) => row.initialMargin, 'Initial margin'),
    positionInitialMargin: numeric((row) => row.positionInitialMargin, 'Position margin'),
    marginAsset: text((row) => row.marginAsset, 'Margin asset'),
    leverage: numeric((row) => row.leverage, 'Leverage'),
    updatedAt: timestamp((row) => row.updatedAt, 'Updated (UTC)'),
  },
  key: ['symbol', 'positionSide'],
  time: 'updatedAt',
  sorts: {
    updateDate: ['updatedAt', 'symbol', 'positionSide'],
    symbol: ['symbol', 'positionSide'],
    unrealizedProfit: ['unrealizedProfit', 'symbol', 'positionSide'],
    initialMargin: ['initialMargin', 'symbol', 'positionSide'],
  },
  filter: 'symbol',
  file: [
    'updatedAt',
    'symbol',
    'positionSide',
    'positionAmt',
    'leverage',
    'entryPrice',
    'breakEvenPrice',
    'markPrice',
    'liquidationPrice',
    'unrealizedProfit',
    'initialMargin',
    'positionInitialMargin',
    'marginAsset',
  ],
});

export type BalanceView = ValuedBalance;
export const spotTradeView = spotTrades.view;
export const futuresTradeView = futuresTrades.view;
export const futuresOrderView = futuresOrders.view;
export const futuresPositionView = futuresPositions.view;
export const futuresIncomeView = futuresIncome.view;
export const depositView = deposits.view;
export const withdrawalView = withdrawals.view;
export const balanceView = assetBalances.view;
