import { createHash } from 'node:crypto';
import {
  WireShape,
  type AssetBalance,
  type DepositRow,
  type FuturesOrderRow,
  type FuturesPositionRow,
  type FuturesTradeRow,
  type SpotTradeRow,
  type WithdrawalRow,
} from '../../port/index.js';
import type { WireRow } from './shapes.js';

const sides = ['BUY', 'SELL'] as const;
const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;

/** Credited, rejected, wrong deposit. Pending (0), waiting for the member (8) and credited but locked (6) still move. */
const finalDeposits = new Set([1, 2, 7]);
/** Cancelled, rejected, failed, completed. */
const finalWithdrawals = new Set([1, 3, 5, 6]);

export function balance(row: WireRow): AssetBalance {
  return { coin: row.text('asset'), free: row.decimal('free'), locked: row.decimal('locked') };
}

/** A row of another symbol means that the whole page belongs to another request. */
function ofSymbol(row: WireRow, symbol: string, endpoint: string): string {
  if (row.text('symbol') !== symbol) throw new WireShape(endpoint, `a row of another symbol than ${symbol}`);
  return symbol;
}

export function spotTrade(row: WireRow, symbol: string, endpoint: string): SpotTradeRow {
  return {
    symbol: ofSymbol(row, symbol, endpoint),
    tradeId: row.id('id'),
    orderId: row.id('orderId'),
    buyer: row.flag('isBuyer'),
    maker: row.has('isMaker') && row.flag('isMaker'),
    price: row.decimal('price'),
    qty: row.decimal('qty'),
    quoteQty: row.decimal('quoteQty'),
    fee: row.decimal('commission'),
    feeAsset: row.text('commissionAsset'),
    time: row.time('time'),
  };
}

export function futuresTrade(row: WireRow, symbol: string, endpoint: string): FuturesTradeRow {
  return {
    symbol: ofSymbol(row, symbol, endpoint),
    tradeId: row.id('id'),
    orderId: row.id('orderId'),
    buyer: row.oneOf('side', sides) === 'BUY',
    maker: row.has('maker') && row.flag('maker'),
    positionSide: row.oneOf('positionSide', positionSides),
    price: row.decimal('price'),
    qty: row.decimal('qty'),
    quoteQty: row.decimal('quoteQty'),
    realizedPnl: row.decimal('realizedPnl'),
    fee: row.decimalOr('commission', '0'),
    feeAsset: row.textOr('commissionAsset', ''),
    time: row.time('time'),
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

/** `leverage` by symbol comes from a list of its own: version 3 of the positions leaves it out. */
export function futuresPosition(row: WireRow, leverage: ReadonlyMap<string, string>): FuturesPositionRow {
  const symbol = row.text('symbol');
  return {
    symbol,
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
    leverage: leverage.get(symbol) ?? (row.has('leverage') ? row.decimal('leverage') : null),
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
  const id = row.has('id') ? row.text('id') : digest(fields.coin, fields.network, fields.txId, row.textOr('address', ''), fields.amount, String(fields.insertedAt.getTime()));
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
