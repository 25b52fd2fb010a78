import { Decimal } from '../../platform/domain/index.js';
import type { FuturesMark } from '../exchange-accounts/index.js';
import type { FuturesSnapshot } from './stored-snapshots.query.js';

/** Sum of the fills of one contract and side; `profit` before fees. */
export interface FuturesFillSum {
  symbol: string;
  positionSide: string;
  /** Bought minus sold. */
  amount: string;
  profit: string;
  fee: string;
  feeAsset: string;
}

export interface IncomeSum {
  asset: string;
  /** Income that belongs to no fill: funding, transfers … */
  amount: string;
}

export function futuresMarkOf({ assets, positions, orders }: FuturesSnapshot, at: Date): FuturesMark {
  const resting: Record<string, string> = {};
  for (const { symbol, orderId, executedQty } of orders) resting[symbol] = `${resting[symbol] ?? ''}${orderId} ${executedQty};`;
  return {
    at: at.toISOString(),
    assets: Object.fromEntries(assets.map(({ asset, walletBalance, updatedAt }) => [asset, `${walletBalance} ${updatedAt.getTime()}`])),
    positions: Object.fromEntries(
      positions.map(({ symbol, positionSide, positionAmt, updatedAt }) => [
        `${symbol} ${positionSide}`,
        `${positionAmt} ${updatedAt.getTime()}`,
      ]),
    ),
    orders: resting,
  };
}

const differing = (before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
const symbolOf = (position: string) => position.split(' ')[0] ?? '';
const amountOf = (text: string | undefined) => new Decimal(text?.split(' ')[0] ?? '0');

export function hasFuturesChanges(before: FuturesMark, now: FuturesMark): boolean {
  return differing(before.assets, now.assets).length > 0 || differing(before.positions, now.positions).length > 0;
}

/**
 * Returns contracts by how likely they were traded: those whose position or filled quantity changed, then the others with an open order.
 */
export function futuresCandidates(before: FuturesMark, now: FuturesMark): [string[], string[]] {
  const changed = new Set([...differing(before.positions, now.positions).map(symbolOf), ...differing(before.orders, now.orders)]);
  const resting = [...Object.keys(before.orders), ...Object.keys(now.orders)].filter((symbol) => !changed.has(symbol));
  return [[...changed], [...new Set(resting)]];
}

/** Returns the time of the last change that a mark includes. */
export function lastChange({ assets, positions, at }: FuturesMark): Date {
  const times = [...Object.values(assets), ...Object.values(positions)].map((text) => Number(text.split(' ')[1] ?? 0));
  const latest = Math.max(0, ...times);
  return latest > 0 ? new Date(latest) : new Date(at);
}

/** Returns whether fills and income explain every change of wallet and positions. */
export function isExplained(
  before: FuturesMark,
  now: FuturesMark,
  fills: readonly FuturesFillSum[],
  income: readonly IncomeSum[],
): boolean {
  const left = new Map<string, Decimal>();
  const add = (name: string, amount: Decimal) => left.set(name, (left.get(name) ?? new Decimal(0)).plus(amount));
  for (const name of differing(before.assets, now.assets))
    add(`asset ${name}`, amountOf(now.assets[name]).minus(amountOf(before.assets[name])));
  for (const name of differing(before.positions, now.positions))
    add(`position ${name}`, amountOf(now.positions[name]).minus(amountOf(before.positions[name])));
  const assets = [...new Set([...Object.keys(before.assets), ...Object.keys(now.assets)])].sort((a, b) => b.length - a.length);
  for (const { symbol, positionSide, amount, profit, fee, feeAsset } of fills) {
    add(`position ${symbol} ${positionSide}`, new Decimal(amount).negated());
    add(`asset ${feeAsset}`, new Decimal(fee));
    // Profit is paid in the asset the contract is settled in, the fee perhaps in another.
    add(`asset ${assets.find((asset) => symbol.endsWith(asset)) ?? feeAsset}`, new Decimal(profit).negated());
  }
  for (const { asset, amount } of income) add(`asset ${asset}`, new Decimal(amount).negated());
  return [...left.values()].every((amount) => amount.isZero());
}
