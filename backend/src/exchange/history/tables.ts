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
} from '../port/index.js';
import type { ColumnType, ColumnValue } from './array-literal.js';

export interface Column<R> {
  name: string;
  type: ColumnType;
  of: (row: R) => ColumnValue;
}

/** How rows of the port become rows of a table. Every table has `account_id` before these columns. */
export interface Table<R> {
  name: string;
  columns: readonly Column<R>[];
  /** The columns that name a row within its account: with `account_id`, the primary key. */
  key: readonly string[];
  /** The column that says when a row of a ledger happened. */
  time?: string;
}

/** The columns of a table's key, in the key's order. */
export function keyColumns<R>({ name, columns, key }: Table<R>): Column<R>[] {
  return key.map((wanted) => {
    const column = columns.find((candidate) => candidate.name === wanted);
    if (!column) throw new Error(`${name} has no column ${wanted}`);
    return column;
  });
}

/** When a row of a ledger happened. */
export function timeColumn<R>({ name, columns, time }: Table<R>): Column<R> {
  const column = columns.find((candidate) => candidate.name === time);
  if (!column) throw new Error(`${name} does not say when its rows happened`);
  return column;
}

const column = <R>(name: string, type: ColumnType, of: (row: R) => ColumnValue): Column<R> => ({ name, type, of });

export const spotTrades: Table<SpotTradeRow> = {
  name: 'spot_trades',
  key: ['symbol', 'trade_id', 'buyer'],
  time: 'time',
  columns: [
    column('symbol', 'text', (row) => row.symbol),
    column('trade_id', 'text', (row) => row.tradeId),
    column('buyer', 'boolean', (row) => row.buyer),
    column('order_id', 'text', (row) => row.orderId),
    column('maker', 'boolean', (row) => row.maker),
    column('price', 'numeric', (row) => row.price),
    column('qty', 'numeric', (row) => row.qty),
    column('quote_qty', 'numeric', (row) => row.quoteQty),
    column('fee', 'numeric', (row) => row.fee),
    column('fee_asset', 'text', (row) => row.feeAsset),
    column('time', 'timestamptz', (row) => row.time),
  ],
};

export const futuresTrades: Table<FuturesTradeRow> = {
  name: 'futures_trades',
  key: ['symbol', 'trade_id', 'buyer'],
  time: 'time',
  columns: [
    column('symbol', 'text', (row) => row.symbol),
    column('trade_id', 'text', (row) => row.tradeId),
    column('buyer', 'boolean', (row) => row.buyer),
    column('order_id', 'text', (row) => row.orderId),
    column('maker', 'boolean', (row) => row.maker),
    column('position_side', 'text', (row) => row.positionSide),
    column('price', 'numeric', (row) => row.price),
    column('qty', 'numeric', (row) => row.qty),
    column('quote_qty', 'numeric', (row) => row.quoteQty),
    column('realized_pnl', 'numeric', (row) => row.realizedPnl),
    column('fee', 'numeric', (row) => row.fee),
    column('fee_asset', 'text', (row) => row.feeAsset),
    column('time', 'timestamptz', (row) => row.time),
  ],
};

export const futuresIncome: Table<IncomeRow> = {
  name: 'futures_income',
  key: ['kind', 'tran_id', 'asset'],
  time: 'time',
  columns: [
    column('kind', 'text', (row) => row.kind),
    column('tran_id', 'text', (row) => row.tranId),
    column('asset', 'text', (row) => row.asset),
    column('symbol', 'text', (row) => row.symbol),
    column('amount', 'numeric', (row) => row.amount),
    column('trade_id', 'text', (row) => row.tradeId),
    column('time', 'timestamptz', (row) => row.time),
  ],
};

export const futuresAssets: Table<FuturesAssetRow> = {
  name: 'futures_assets',
  key: ['asset'],
  columns: [
    column('asset', 'text', (row) => row.asset),
    column('wallet_balance', 'numeric', (row) => row.walletBalance),
    column('updated_at', 'timestamptz', (row) => row.updatedAt),
  ],
};

export const deposits: Table<DepositRow> = {
  name: 'deposits',
  key: ['id'],
  time: 'inserted_at',
  columns: [
    column('id', 'text', (row) => row.id),
    column('coin', 'text', (row) => row.coin),
    column('network', 'text', (row) => row.network),
    column('amount', 'numeric', (row) => row.amount),
    column('wallet_type', 'int', (row) => row.walletType),
    column('status', 'int', (row) => row.status),
    column('final', 'boolean', (row) => row.final),
    column('tx_id', 'text', (row) => row.txId),
    column('inserted_at', 'timestamptz', (row) => row.insertedAt),
  ],
};

export const withdrawals: Table<WithdrawalRow> = {
  name: 'withdrawals',
  key: ['id'],
  time: 'applied_at',
  columns: [
    column('id', 'text', (row) => row.id),
    column('coin', 'text', (row) => row.coin),
    column('network', 'text', (row) => row.network),
    column('amount', 'numeric', (row) => row.amount),
    column('transaction_fee', 'numeric', (row) => row.transactionFee),
    column('wallet_type', 'int', (row) => row.walletType),
    column('status', 'int', (row) => row.status),
    column('final', 'boolean', (row) => row.final),
    column('tx_id', 'text', (row) => row.txId),
    column('applied_at', 'timestamptz', (row) => row.appliedAt),
  ],
};

export const walletMovements: Table<WalletMovementRow> = {
  name: 'wallet_movements',
  key: ['kind', 'id'],
  time: 'time',
  columns: [
    column('kind', 'text', (row) => row.kind),
    column('id', 'text', (row) => row.id),
    column('time', 'timestamptz', (row) => row.time),
    column('from_wallet', 'text', (row) => row.from?.wallet ?? null),
    column('from_asset', 'text', (row) => row.from?.asset ?? null),
    column('from_amount', 'numeric', (row) => row.from?.amount ?? null),
    column('to_wallet', 'text', (row) => row.to?.wallet ?? null),
    column('to_asset', 'text', (row) => row.to?.asset ?? null),
    column('to_amount', 'numeric', (row) => row.to?.amount ?? null),
  ],
};

export const walletBalances: Table<WalletRow & { position: number }> = {
  name: 'wallet_balances',
  key: ['position'],
  columns: [
    column('position', 'int', (row) => row.position),
    column('name', 'text', (row) => row.name),
    column('balance', 'numeric', (row) => row.balance),
  ],
};

export interface ValuedBalance {
  coin: string;
  free: string;
  locked: string;
  /** In USDT. */
  value: string | null;
}

export const assetBalances: Table<ValuedBalance> = {
  name: 'asset_balances',
  key: ['coin'],
  columns: [
    column('coin', 'text', (row) => row.coin),
    column('free', 'numeric', (row) => row.free),
    column('locked', 'numeric', (row) => row.locked),
    column('value', 'numeric', (row) => row.value),
  ],
};

export const futuresOrders: Table<FuturesOrderRow> = {
  name: 'futures_orders',
  key: ['order_id'],
  columns: [
    column('order_id', 'text', (row) => row.orderId),
    column('symbol', 'text', (row) => row.symbol),
    column('price', 'numeric', (row) => row.price),
    column('orig_qty', 'numeric', (row) => row.origQty),
    column('executed_qty', 'numeric', (row) => row.executedQty),
    column('orig_type', 'text', (row) => row.origType),
    column('type', 'text', (row) => row.type),
    column('side', 'text', (row) => row.side),
    column('position_side', 'text', (row) => row.positionSide),
    column('stop_price', 'numeric', (row) => row.stopPrice),
    column('working_type', 'text', (row) => row.workingType),
    column('time', 'timestamptz', (row) => row.time),
  ],
};

export const futuresPositions: Table<FuturesPositionRow> = {
  name: 'futures_positions',
  key: ['symbol', 'position_side'],
  columns: [
    column('symbol', 'text', (row) => row.symbol),
    column('position_side', 'text', (row) => row.positionSide),
    column('position_amt', 'numeric', (row) => row.positionAmt),
    column('entry_price', 'numeric', (row) => row.entryPrice),
    column('break_even_price', 'numeric', (row) => row.breakEvenPrice),
    column('mark_price', 'numeric', (row) => row.markPrice),
    column('unrealized_profit', 'numeric', (row) => row.unrealizedProfit),
    column('liquidation_price', 'numeric', (row) => row.liquidationPrice),
    column('initial_margin', 'numeric', (row) => row.initialMargin),
    column('position_initial_margin', 'numeric', (row) => row.positionInitialMargin),
    column('margin_asset', 'text', (row) => row.marginAsset),
    column('leverage', 'numeric', (row) => row.leverage),
    column('updated_at', 'timestamptz', (row) => row.updatedAt),
  ],
};
