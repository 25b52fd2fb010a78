import { addDecimals, Decimal } from '../../../../platform/domain/index.js';
import {
  WireShape,
  type AssetBalance,
  type DepositRow,
  type FuturesOrderRow,
  type FuturesPositionRow,
  type FuturesTradeRow,
  type PositionSide,
  type SpotTradeRow,
  type WithdrawalRow,
} from '../../port/index.js';
import type { WireRow } from '../ccxt/index.js';
import type { ContractSizes } from './contract-sizes.js';

const sides = ['buy', 'sell'] as const;
const positionSides = new Map<string, PositionSide>([
  ['net', 'BOTH'],
  ['long', 'LONG'],
  ['short', 'SHORT'],
]);

export function isZero(amount: string): boolean {
  return /^-?0+(\.0+)?$/.test(amount);
}

/** `-0.01` -> `0.01`: every digit as it was. */
export function negated(amount: string): string {
  if (isZero(amount)) return amount.replace('-', '');
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

function positionSide(row: WireRow): PositionSide {
  return positionSides.get(row.textOr('posSide', 'net')) ?? 'BOTH';
}

/** A row of another kind of instrument means that the whole page belongs to another request. */
function ofKind(row: WireRow, instType: string, path: string): void {
  if (row.text('instType') !== instType) throw new WireShape(path, `a row of another kind than ${instType}`);
}

/**
 * What every fill tells. One trade can be several bills, and trades of liquidations are numbered apart (below zero): both ids together name
 * a fill. The venue writes a fee that was paid as a negative number, a rebate as a positive one; here it is the other way round.
 */
function fill(row: WireRow) {
  return {
    symbol: row.text('instId'),
    tradeId: `${row.textOr('tradeId', '')}:${row.id('billId')}`,
    orderId: row.textOr('ordId', ''),
    buyer: row.oneOf('side', sides) === 'buy',
    maker: row.textOr('execType', '') === 'M',
    price: row.decimal('fillPx'),
    fee: negated(row.decimalOr('fee', '0')),
    feeAsset: row.textOr('feeCcy', ''),
    time: row.time(row.has('fillTime') ? 'fillTime' : 'ts'),
  };
}

export function spotTrade(row: WireRow, instType: string, path: string): SpotTradeRow {
  ofKind(row, instType, path);
  const told = fill(row);
  const qty = row.decimal('fillSz');
  return { ...told, qty, quoteQty: new Decimal(qty).times(told.price).toFixed() };
}

export function futuresTrade(row: WireRow, instType: string, path: string, sizes: ContractSizes): FuturesTradeRow {
  ofKind(row, instType, path);
  const told = fill(row);
  const contracts = row.decimal('fillSz');
  return {
    ...told,
    positionSide: positionSide(row),
    qty: sizes.amount(told.symbol, contracts),
    quoteQty: sizes.worth(told.symbol, contracts, told.price),
    realizedPnl: row.decimalOr('fillPnl', '0'),
  };
}

/** Amounts are signed by `posSide` where the account holds both sides, by themselves where it holds the net. */
export function futuresPosition(row: WireRow, sizes: ContractSizes): FuturesPositionRow {
  const symbol = row.text('instId');
  const amount = sizes.amount(symbol, row.decimal('pos'));
  const side = positionSide(row);
  // Cross margin tells what the position requires, isolated margin what it was given.
  const margin = row.has('imr') ? row.decimal('imr') : row.decimalOr('margin', '0');
  return {
    symbol,
    positionSide: side,
    positionAmt: side === 'SHORT' && !amount.startsWith('-') ? negated(amount) : amount,
    entryPrice: row.decimalOr('avgPx', '0'),
    breakEvenPrice: row.decimalOr('bePx', '0'),
    markPrice: row.decimalOr('markPx', '0'),
    unrealizedProfit: row.decimalOr('upl', '0'),
    liquidationPrice: row.decimalOr('liqPx', '0'),
    initialMargin: margin,
    positionInitialMargin: margin,
    marginAsset: row.textOr('ccy', ''),
    leverage: row.has('lever') ? row.decimal('lever') : null,
    updatedAt: row.time('uTime'),
  };
}

const workingTypes = new Map([
  ['last', 'CONTRACT_PRICE'],
  ['mark', 'MARK_PRICE'],
  ['index', 'INDEX_PRICE'],
]);

export function futuresOrder(row: WireRow, sizes: ContractSizes): FuturesOrderRow {
  const symbol = row.text('instId');
  const type = row.text('ordType').toUpperCase();
  return {
    orderId: row.text('ordId'),
    symbol,
    price: row.decimalOr('px', '0'),
    origQty: sizes.amount(symbol, row.decimalOr('sz', '0')),
    executedQty: sizes.amount(symbol, row.decimalOr('accFillSz', '0')),
    origType: type,
    type,
    side: row.oneOf('side', sides).toUpperCase(),
    positionSide: positionSide(row),
    stopPrice: '0',
    workingType: '',
    time: row.time('cTime'),
  };
}

const triggerTypes = ['triggerPxType', 'slTriggerPxType', 'tpTriggerPxType'];

/** Orders that wait for something: numbered apart, nothing of them is filled before they are triggered. A price of -1 is the market's. */
export function algoOrder(row: WireRow, sizes: ContractSizes): FuturesOrderRow {
  const symbol = row.text('instId');
  const type = row.text('ordType').toUpperCase();
  const by = triggerTypes.find((key) => row.has(key));
  const stop = ['triggerPx', 'slTriggerPx', 'tpTriggerPx', 'moveTriggerPx', 'activePx'].find((key) => row.has(key));
  const price = ['ordPx', 'slOrdPx', 'tpOrdPx', 'pxLimit'].find((key) => row.has(key));
  const told = price === undefined ? '0' : row.decimal(price);
  return {
    orderId: `algo:${row.id('algoId')}`,
    symbol,
    price: told.startsWith('-') ? '0' : told,
    origQty: sizes.amount(symbol, row.decimalOr('sz', '0')),
    executedQty: '0',
    origType: type,
    type,
    side: row.oneOf('side', sides).toUpperCase(),
    positionSide: positionSide(row),
    stopPrice: stop === undefined ? '0' : row.decimal(stop),
    workingType: (by && workingTypes.get(row.text(by))) ?? '',
    time: row.time('cTime'),
  };
}

/**
 * Both wallets together: deposits come into the one, trades happen in the other and money moves between them without a trace in any list we
 * read, so that only their sum can be explained by deposits, withdrawals and trades. Cash, without unrealised profit.
 */
export function balancesOf(trading: readonly WireRow[], funding: readonly WireRow[]): AssetBalance[] {
  const balances = new Map<string, AssetBalance>();
  const add = (coin: string, total: string, locked: string) => {
    const known = balances.get(coin) ?? { coin, free: '0', locked: '0' };
    const free = new Decimal(total).minus(locked).toFixed();
    balances.set(coin, { coin, free: addDecimals([known.free, free]), locked: addDecimals([known.locked, locked]) });
  };
  for (const row of trading) add(row.text('ccy'), row.decimal('cashBal'), row.decimalOr('frozenBal', '0'));
  for (const row of funding) add(row.text('ccy'), row.decimal('bal'), row.decimalOr('frozenBal', '0'));
  return [...balances.values()].filter(({ free, locked }) => !isZero(free) || !isZero(locked));
}

interface State {
  status: number;
  final: boolean;
}

/** Our numbers for states: 0 pending, 1 credited, 6 credited but locked, 8 waiting for somebody. */
const depositStates = new Map<string, State>([
  ['0', { status: 0, final: false }],
  ['1', { status: 6, final: false }],
  ['2', { status: 1, final: true }],
  ['8', { status: 0, final: false }],
]);

/** The account that is told holds both wallets (see balancesOf), so all that comes in is counted for wallet 0. */
const WALLET = 0;

export function deposit(row: WireRow): DepositRow {
  const { status, final } = depositStates.get(row.text('state')) ?? { status: 8, final: false };
  const coin = row.text('ccy');
  return {
    id: row.text('depId'),
    coin,
    network: networkOf(row.textOr('chain', ''), coin),
    amount: row.decimal('amt'),
    walletType: WALLET,
    status,
    final,
    txId: row.textOr('txId', ''),
    insertedAt: row.time('ts'),
  };
}

/** Our numbers for states: 1 cancelled, 2 awaiting approval, 4 processing, 5 failed, 6 completed. */
const withdrawalStates = new Map<string, State>([
  ['-2', { status: 1, final: true }],
  ['-1', { status: 5, final: true }],
  ['2', { status: 6, final: true }],
  ...['4', '5', '6', '8', '9', '12'].map((review): [string, State] => [review, { status: 2, final: false }]),
]);

export function withdrawal(row: WireRow): WithdrawalRow {
  const { status, final } = withdrawalStates.get(row.text('state')) ?? { status: 4, final: false };
  const coin = row.text('ccy');
  return {
    id: row.text('wdId'),
    coin,
    network: networkOf(row.textOr('chain', ''), coin),
    amount: row.decimal('amt'),
    transactionFee: feeIn(row, coin),
    walletType: WALLET,
    status,
    final,
    txId: row.textOr('txId', ''),
    appliedAt: row.time('ts'),
  };
}

/** `0.007`, of old `0.01000000eth`. A fee in another coin is no part of what left of this one. */
function feeIn(row: WireRow, coin: string): string {
  if (!row.has('fee') || row.textOr('feeCcy', coin) !== coin) return '0';
  const [, amount] = /^(\d+(?:\.\d+)?)[a-zA-Z]*$/.exec(row.text('fee')) ?? [];
  return amount ?? row.decimal('fee');
}

/** `USDT-TRC20` -> `TRC20`. */
function networkOf(chain: string, coin: string): string {
  return chain.startsWith(`${coin}-`) ? chain.slice(coin.length + 1) : chain;
}
