import { createHash } from 'node:crypto';
import { Decimal } from '../../../../platform/domain/index.js';
import type {
  DepositRow,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  PositionSide,
  SpotTradeRow,
  WithdrawalRow,
} from '../../port/index.js';
import type { WireRow } from '../ccxt/index.js';

const sides = ['Buy', 'Sell'] as const;

/** `12.50` times `3`, with every digit. */
export function product(a: string, b: string): string {
  return new Decimal(a).times(b).toFixed();
}

export function isZero(amount: string): boolean {
  return /^-?0+(\.0+)?$/.test(amount);
}

/** What every fill tells. Fills that were not matched (liquidations, deliveries) leave some fields empty. */
function fill(row: WireRow) {
  const price = row.decimal('execPrice');
  const qty = row.decimal('execQty');
  return {
    symbol: row.text('symbol'),
    tradeId: row.text('execId'),
    orderId: row.textOr('orderId', ''),
    buyer: row.oneOf('side', sides) === 'Buy',
    maker: row.has('isMaker') && row.flag('isMaker'),
    price,
    qty,
    quoteQty: row.has('execValue') ? row.decimal('execValue') : product(price, qty),
    // Paid as a positive number, a rebate as a negative one: as we have it.
    fee: row.decimalOr('execFee', '0'),
    feeAsset: row.textOr('feeCurrency', ''),
    time: row.time('execTime'),
  };
}

export function spotTrade(row: WireRow): SpotTradeRow {
  return fill(row);
}

/** `realizedPnl`: see realized-pnl.ts. The list does not tell which side of a hedged position a fill belongs to. */
export function futuresTrade(row: WireRow, realizedPnl: string): FuturesTradeRow {
  const told = fill(row);
  return { ...told, feeAsset: told.feeAsset || settleCoin(told.symbol), positionSide: 'BOTH', realizedPnl };
}

/** Linear contracts: `BTCUSDT` and `BTCUSDT-26SEP25` are settled in USDT, `BTCPERP` and `BTC-26SEP25` in USDC. */
export function settleCoin(symbol: string): string {
  return /USDT(-|$)/.test(symbol) ? 'USDT' : 'USDC';
}

const positionSides: Record<number, PositionSide> = { 0: 'BOTH', 1: 'LONG', 2: 'SHORT' };

function positionSide(row: WireRow): PositionSide {
  return positionSides[row.codeOr('positionIdx', 0)] ?? 'BOTH';
}

/** Margins and leverage are empty in portfolio margin mode, the price of liquidation where there is none. */
export function futuresPosition(row: WireRow, marginAsset: string): FuturesPositionRow {
  const size = row.decimal('size');
  const short = !isZero(size) && row.oneOf('side', sides) === 'Sell';
  const margin = row.decimalOr('positionIM', '0');
  return {
    symbol: row.text('symbol'),
    positionSide: positionSide(row),
    positionAmt: short ? `-${size}` : size,
    entryPrice: row.decimalOr('avgPrice', '0'),
    breakEvenPrice: row.decimalOr('breakEvenPrice', '0'),
    markPrice: row.decimalOr('markPrice', '0'),
    unrealizedProfit: row.decimalOr('unrealisedPnl', '0'),
    liquidationPrice: row.decimalOr('liqPrice', '0'),
    initialMargin: margin,
    positionInitialMargin: margin,
    marginAsset,
    leverage: row.has('leverage') ? row.decimal('leverage') : null,
    updatedAt: row.time('updatedTime'),
  };
}

const restingNoMore = new Set(['Rejected', 'PartiallyFilledCanceled', 'Filled', 'Cancelled', 'Triggered', 'Deactivated']);

/** The list is of open orders; just after a fill it may still hold one that is not. */
export function rests(row: WireRow): boolean {
  return !restingNoMore.has(row.textOr('orderStatus', ''));
}

const workingTypes = new Map([
  ['LastPrice', 'CONTRACT_PRICE'],
  ['MarkPrice', 'MARK_PRICE'],
  ['IndexPrice', 'INDEX_PRICE'],
]);

/** All kinds are in one list here: a conditional order has a `stopOrderType`. */
export function futuresOrder(row: WireRow): FuturesOrderRow {
  const type = constantCase(row.text('orderType'));
  const stop = row.textOr('stopOrderType', 'UNKNOWN');
  return {
    orderId: row.text('orderId'),
    symbol: row.text('symbol'),
    price: row.decimalOr('price', '0'),
    origQty: row.decimalOr('qty', '0'),
    executedQty: row.decimalOr('cumExecQty', '0'),
    origType: stop === 'UNKNOWN' ? type : constantCase(stop),
    type,
    side: row.oneOf('side', sides).toUpperCase(),
    positionSide: positionSide(row),
    stopPrice: row.decimalOr('triggerPrice', '0'),
    workingType: workingTypes.get(row.textOr('triggerBy', '')) ?? '',
    time: row.time('createdTime'),
  };
}

/** `TrailingStop` -> `TRAILING_STOP`. */
function constantCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Our numbers for states: 0 pending, 1 credited, 2 rejected, 6 credited but locked. */
const PENDING = 0;
const depositStates: Record<number, { status: number; final: boolean }> = {
  3: { status: 1, final: true },
  4: { status: 2, final: true },
  // The chain went back after the deposit was credited; 7001x tell what came of it.
  7: { status: 6, final: false },
  70_011: { status: 2, final: true },
  70_012: { status: 1, final: true },
  70_013: { status: 6, final: false },
  10_012: { status: 1, final: true },
};

/** The account that is told holds both wallets (see account()), so all that comes in is counted for wallet 0. */
const WALLET = 0;

export function deposit(row: WireRow): DepositRow {
  const { status, final } = depositStates[row.integer('status')] ?? { status: PENDING, final: false };
  const fields = {
    coin: row.text('coin'),
    network: row.textOr('chain', ''),
    amount: row.decimal('amount'),
    walletType: WALLET,
    status,
    final,
    txId: row.textOr('txID', ''),
    insertedAt: row.time('successAt'),
  };
  const id = row.has('id')
    ? row.id('id')
    : digest(fields.coin, fields.network, fields.txId, row.textOr('txIndex', ''), row.textOr('toAddress', ''), fields.amount);
  return { id, ...fields };
}

const internalStates: Record<number, { status: number; final: boolean }> = { 2: { status: 1, final: true }, 3: { status: 2, final: true } };

/** From another member of the venue, off chain: a list of its own with numbers of its own, and times in seconds. */
export function internalDeposit(row: WireRow): DepositRow {
  const { status, final } = internalStates[row.integer('status')] ?? { status: PENDING, final: false };
  return {
    id: `internal:${row.id('id')}`,
    coin: row.text('coin'),
    network: 'internal',
    amount: row.decimal('amount'),
    walletType: WALLET,
    status,
    final,
    txId: row.textOr('txID', ''),
    insertedAt: secondsOrMilliseconds(row, 'createdTime'),
  };
}

/** Documented as a time stamp, shown in seconds where all others are in milliseconds. */
function secondsOrMilliseconds(row: WireRow, key: string): Date {
  const time = row.time(key);
  return time.getTime() < 100_000_000_000 ? new Date(time.getTime() * 1000) : time;
}

/** Deposits of before the venue gave them numbers: what never changes about them stands in for one. */
function digest(...parts: string[]): string {
  return `digest:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}

/** Our numbers for states: 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failed, 6 completed. */
const withdrawalStates = new Map([
  ['SecurityCheck', { status: 2, final: false }],
  ['MoreInformationRequired', { status: 2, final: false }],
  ['Pending', { status: 4, final: false }],
  ['success', { status: 6, final: true }],
  ['BlockchainConfirmed', { status: 6, final: true }],
  ['CancelByUser', { status: 1, final: true }],
  ['Reject', { status: 3, final: true }],
  ['Fail', { status: 5, final: true }],
]);

export function withdrawal(row: WireRow): WithdrawalRow {
  const { status, final } = withdrawalStates.get(row.text('status')) ?? { status: 4, final: false };
  return {
    id: row.id('withdrawId'),
    coin: row.text('coin'),
    network: row.textOr('chain', ''),
    amount: row.decimal('amount'),
    transactionFee: row.decimalOr('withdrawFee', '0'),
    walletType: WALLET,
    status,
    final,
    txId: row.textOr('txID', ''),
    appliedAt: row.time('createTime'),
  };
}
