import { createHash } from 'node:crypto';
import type {
  AssetBalance,
  DepositRow,
  FuturesAssetRow,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  SpotTradeRow,
  WithdrawalRow,
} from '../../port/index.js';
import type { FieldChecks, Fields, WireRow } from '../ccxt/index.js';

const sides = ['BUY', 'SELL'] as const;
const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;

/** Credited, rejected, wrong deposit. Pending (0), waiting for the member (8) and credited but locked (6) still move. */
const finalDeposits = new Set([1, 2, 7]);
/** Cancelled, rejected, failed, completed. */
const finalWithdrawals = new Set([1, 3, 5, 6]);

export function balance(row: WireRow): AssetBalance {
  return { coin: row.text('asset'), free: row.decimal('free'), locked: row.decimal('locked') };
}

/**
 * Fills come a thousand at a time: their fields are read by name. A row of another symbol means that the page belongs to another request.
 */
export function spotTrade(row: Fields, check: FieldChecks, symbol: string): SpotTradeRow {
  return {
    symbol: check.oneOf(row['symbol'], 'symbol', [symbol]),
    tradeId: check.id(row['id'], 'id'),
    orderId: check.id(row['orderId'], 'orderId'),
    buyer: check.flag(row['isBuyer'], 'isBuyer'),
    maker: check.flag(row['isMaker'] ?? false, 'isMaker'),
    price: check.decimal(row['price'], 'price'),
    qty: check.decimal(row['qty'], 'qty'),
    quoteQty: check.decimal(row['quoteQty'], 'quoteQty'),
    fee: check.decimal(row['commission'], 'commission'),
    feeAsset: check.text(row['commissionAsset'], 'commissionAsset'),
    time: check.time(row['time'], 'time'),
  };
}

export function futuresTrade(row: Fields, check: FieldChecks, symbol: string): FuturesTradeRow {
  return {
    symbol: check.oneOf(row['symbol'], 'symbol', [symbol]),
    tradeId: check.id(row['id'], 'id'),
    orderId: check.id(row['orderId'], 'orderId'),
    buyer: check.oneOf(row['side'], 'side', sides) === 'BUY',
    maker: check.flag(row['maker'] ?? false, 'maker'),
    positionSide: check.oneOf(row['positionSide'], 'positionSide', positionSides),
    price: check.decimal(row['price'], 'price'),
    qty: check.decimal(row['qty'], 'qty'),
    quoteQty: check.decimal(row['quoteQty'], 'quoteQty'),
    realizedPnl: check.decimal(row['realizedPnl'], 'realizedPnl'),
    fee: check.decimal(row['commission'] ?? '0', 'commission'),
    feeAsset: check.text(row['commissionAsset'] ?? '', 'commissionAsset'),
    time: check.time(row['time'], 'time'),
  };
}

export function futuresOrder(row: WireRow): FuturesOrderRow {
  return {
    orderId: row.id('orderId'),
    symbol: row.text('symbol'),
    price: row.decimal('price'),
    origQty: row.decimal('origQty'),
    executedQty: row.decimal('executedQty'),
    origType: row.text('origType'),
    type: row.text('type'),
    side: row.oneOf('side', sides),
    positionSide: row.text('positionSide'),
    stopPrice: row.decimalOr('stopPrice', '0'),
    workingType: row.textOr('workingType', ''),
    time: row.time('time'),
  };
}

/** Conditional orders: numbered apart, nothing of them is filled before they trigger. */
export function futuresAlgoOrder(row: WireRow): FuturesOrderRow {
  const type = row.text('orderType');
  return {
    orderId: `algo:${row.id('algoId')}`,
    symbol: row.text('symbol'),
    price: row.decimalOr('price', '0'),
    origQty: row.decimalOr('quantity', '0'),
    executedQty: '0',
    origType: type,
    type,
    side: row.oneOf('side', sides),
    positionSide: row.text('positionSide'),
    stopPrice: row.decimalOr('triggerPrice', '0'),
    workingType: row.textOr('workingType', ''),
    time: row.time('createTime'),
  };
}

export function isZero(amount: string): boolean {
  return /^-?0+(\.0+)?$/.test(amount);
}

export function futuresAsset(row: WireRow): FuturesAssetRow {
  return { asset: row.text('asset'), walletBalance: row.decimal('walletBalance'), updatedAt: row.time('updateTime') };
}

/** Margin is set aside for orders of the position's contract. */
export function restsOrders(row: WireRow): boolean {
  return ['openOrderInitialMargin', 'bidNotional', 'askNotional'].some((key) => !isZero(row.decimalOr(key, '0')));
}

/** Version 3 of the positions leaves the leverage out. */
export function futuresPosition(row: WireRow): FuturesPositionRow {
  return {
    symbol: row.text('symbol'),
    positionSide: row.oneOf('positionSide', positionSides),
    positionAmt: row.decimal('positionAmt'),
    entryPrice: row.decimal('entryPrice'),
    breakEvenPrice: row.decimal('breakEvenPrice'),
    markPrice: row.decimal('markPrice'),
    unrealizedProfit: row.decimal('unRealizedProfit'),
    liquidationPrice: row.decimal('liquidationPrice'),
    initialMargin: row.decimal('initialMargin'),
    positionInitialMargin: row.decimal('positionInitialMargin'),
    marginAsset: row.text('marginAsset'),
    leverage: row.has('leverage') ? row.decimal('leverage') : null,
    updatedAt: row.time('updateTime'),
  };
}

export function deposit(row: WireRow): DepositRow {
  const status = row.code('status');
  const fields = {
    coin: row.text('coin'),
    network: row.textOr('network', ''),
    amount: row.decimal('amount'),
    walletType: row.codeOr('walletType', 0),
    txId: row.textOr('txId', ''),
    insertedAt: row.time('insertTime'),
  };
  const id = row.has('id')
    ? row.text('id')
    : digest(fields.coin, fields.network, fields.txId, row.textOr('address', ''), fields.amount, String(fields.insertedAt.getTime()));
  return { id, ...fields, status, final: finalDeposits.has(status) };
}

/** The oldest deposits have no id: what never changes about them stands in for it. */
function digest(...parts: string[]): string {
  return `digest:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}

export function withdrawal(row: WireRow): WithdrawalRow {
  const status = row.code('status');
  return {
    id: row.text('id'),
    coin: row.text('coin'),
    network: row.textOr('network', ''),
    amount: row.decimal('amount'),
    transactionFee: row.decimalOr('transactionFee', '0'),
    walletType: row.codeOr('walletType', 0),
    status,
    final: finalWithdrawals.has(status),
    txId: row.textOr('txId', ''),
    appliedAt: row.timeText('applyTime'),
  };
}
