import type {
  DepositRow,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  IncomeRow,
  SpotTradeRow,
  WithdrawalRow,
} from '../port/index.js';
import type { Dataset } from '../sync/sync-cursor.entity.js';

/** A list of an account's rows: which columns, in which orders, filtered by what. */
export interface View<R> {
  table: string;
  /** Column by name of the row's field. */
  columns: Record<keyof R & string, string>;
  /**
   * Columns by what the list can be sorted by, in the words that stand in the address; the first is what it is sorted by unasked. Each ends with columns that
   * tell any two rows apart, so that pages never overlap, and has an index with just these columns where an account may have many rows.
   */
  sorts: Readonly<Record<string, readonly string[]>>;
  filter: 'symbol' | 'coin';
  /** What a range of days is about; null: the rows have no time of their own. */
  time: string | null;
  /** The data set whose cursors keep this table's row count; null: it is counted. */
  counted: Dataset | null;
}

export const spotTradeView: View<Omit<SpotTradeRow, 'orderId' | 'maker'>> = {
  table: 'spot_trades',
  columns: {
    symbol: 'symbol',
    tradeId: 'trade_id',
    buyer: 'buyer',
    price: 'price',
    qty: 'qty',
    quoteQty: 'quote_qty',
    fee: 'fee',
    feeAsset: 'fee_asset',
    time: 'time',
  },
  sorts: {
    date: ['time', 'trade_id', 'symbol', 'buyer'],
    symbol: ['symbol', 'time', 'trade_id', 'buyer'],
  },
  filter: 'symbol',
  time: 'time',
  counted: 'spot_trades',
};

export const futuresTradeView: View<Omit<FuturesTradeRow, 'orderId' | 'maker' | 'fee' | 'feeAsset'>> = {
  table: 'futures_trades',
  columns: {
    symbol: 'symbol',
    tradeId: 'trade_id',
    buyer: 'buyer',
    positionSide: 'position_side',
    price: 'price',
    qty: 'qty',
    quoteQty: 'quote_qty',
    realizedPnl: 'realized_pnl',
    time: 'time',
  },
  sorts: {
    date: ['time', 'trade_id', 'symbol', 'buyer'],
    symbol: ['symbol', 'time', 'trade_id', 'buyer'],
    realizedPnl: ['realized_pnl', 'time', 'trade_id', 'symbol', 'buyer'],
  },
  filter: 'symbol',
  time: 'time',
  counted: 'futures_trades',
};

export const futuresOrderView: View<FuturesOrderRow> = {
  table: 'futures_orders',
  columns: {
    orderId: 'order_id',
    symbol: 'symbol',
    price: 'price',
    origQty: 'orig_qty',
    executedQty: 'executed_qty',
    origType: 'orig_type',
    type: 'type',
    side: 'side',
    positionSide: 'position_side',
    stopPrice: 'stop_price',
    workingType: 'working_type',
    time: 'time',
  },
  sorts: { date: ['time', 'order_id'], symbol: ['symbol', 'time', 'order_id'], price: ['price', 'time', 'order_id'] },
  filter: 'symbol',
  time: 'time',
  counted: null,
};

export const futuresPositionView: View<FuturesPositionRow> = {
  table: 'futures_positions',
  columns: {
    symbol: 'symbol',
    positionSide: 'position_side',
    positionAmt: 'position_amt',
    entryPrice: 'entry_price',
    breakEvenPrice: 'break_even_price',
    markPrice: 'mark_price',
    unrealizedProfit: 'unrealized_profit',
    liquidationPrice: 'liquidation_price',
    initialMargin: 'initial_margin',
    positionInitialMargin: 'position_initial_margin',
    marginAsset: 'margin_asset',
    leverage: 'leverage',
    updatedAt: 'updated_at',
  },
  sorts: {
    updateDate: ['updated_at', 'symbol', 'position_side'],
    symbol: ['symbol', 'position_side'],
    unrealizedProfit: ['unrealized_profit', 'symbol', 'position_side'],
    initialMargin: ['initial_margin', 'symbol', 'position_side'],
  },
  filter: 'symbol',
  time: 'updated_at',
  counted: null,
};

/** Kinds, ids and assets tell any two changes apart. */
export const futuresIncomeView: View<IncomeRow> = {
  table: 'futures_income',
  columns: { kind: 'kind', tranId: 'tran_id', asset: 'asset', symbol: 'symbol', amount: 'amount', tradeId: 'trade_id', time: 'time' },
  sorts: { date: ['time', 'kind', 'tran_id', 'asset'] },
  filter: 'symbol',
  time: 'time',
  counted: 'futures_income',
};

export const depositView: View<Omit<DepositRow, 'final'>> = {
  table: 'deposits',
  columns: {
    id: 'id',
    coin: 'coin',
    network: 'network',
    amount: 'amount',
    walletType: 'wallet_type',
    status: 'status',
    txId: 'tx_id',
    insertedAt: 'inserted_at',
  },
  sorts: { insertTime: ['inserted_at', 'id'], coin: ['coin', 'inserted_at', 'id'] },
  filter: 'coin',
  time: 'inserted_at',
  counted: null,
};

export const withdrawalView: View<Omit<WithdrawalRow, 'final'>> = {
  table: 'withdrawals',
  columns: {
    id: 'id',
    coin: 'coin',
    network: 'network',
    amount: 'amount',
    transactionFee: 'transaction_fee',
    walletType: 'wallet_type',
    status: 'status',
    txId: 'tx_id',
    appliedAt: 'applied_at',
  },
  sorts: { applyTime: ['applied_at', 'id'], coin: ['coin', 'applied_at', 'id'] },
  filter: 'coin',
  time: 'applied_at',
  counted: null,
};

export interface BalanceView {
  coin: string;
  free: string;
  locked: string;
  value: string | null;
}

export const balanceView: View<BalanceView> = {
  table: 'asset_balances',
  columns: { coin: 'coin', free: 'free', locked: 'locked', value: 'value' },
  sorts: { coin: ['coin'] },
  filter: 'coin',
  time: null,
  counted: null,
};
