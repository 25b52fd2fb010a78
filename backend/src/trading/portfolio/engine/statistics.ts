import { Decimal } from '../../../platform/domain/index.js';

/** Minimum daily returns of a ratio; with fewer it is null (rules.md 2). */
export const MIN_RETURNS = 30;
const DAYS_A_YEAR = 365;
/** Decimal places of ratios, which are irrational. */
const RATIO_PLACES = 12;

const formatted = (value: Decimal) => value.toDecimalPlaces(RATIO_PLACES).toFixed();

function meanOf(returns: readonly Decimal[]): Decimal {
  return returns.reduce((sum, r) => sum.plus(r), new Decimal(0)).div(returns.length);
}

/**
 * Computes the annualised Sharpe ratio: mean over standard deviation (n - 1) of daily returns above `riskFree` a day, times the root of
 * 365. Null: fewer than two returns, or no deviation.
 */
export function sharpe(returns: readonly string[], riskFree = '0'): string | null {
  if (returns.length < 2) return null;
  const excess = returns.map((r) => new Decimal(r).minus(riskFree));
  const mean = meanOf(excess);
  const variance = excess.reduce((sum, r) => sum.plus(r.minus(mean).pow(2)), new Decimal(0)).div(excess.length - 1);
  return variance.isZero() ? null : formatted(mean.div(variance.sqrt()).times(Decimal.sqrt(DAYS_A_YEAR)));
}

/** Computes the Sortino ratio: as `sharpe`, over the root mean square of losses, taken over all days. Null without returns or losses. */
export function sortino(returns: readonly string[], riskFree = '0'): string | null {
  if (returns.length === 0) return null;
  const excess = returns.map((r) => new Decimal(r).minus(riskFree));
  const losses = excess.reduce((sum, r) => (r.isNegative() ? sum.plus(r.pow(2)) : sum), new Decimal(0)).div(excess.length);
  return losses.isZero() ? null : formatted(meanOf(excess).div(losses.sqrt()).times(Decimal.sqrt(DAYS_A_YEAR)));
}

/** Annualises a return over `days`. Null for less than a year, and after a total loss. */
export function cagr(twr: string, days: number): string | null {
  const factor = new Decimal(twr).plus(1);
  return days < DAYS_A_YEAR || factor.lte(0) ? null : formatted(factor.pow(new Decimal(DAYS_A_YEAR).div(days)).minus(1));
}

/** Computes the Calmar ratio. Null without an annual return or a drawdown. */
export function calmar(yearly: string | null, maxDrawdown: string | null): string | null {
  if (yearly === null || maxDrawdown === null || new Decimal(maxDrawdown).isZero()) return null;
  return formatted(new Decimal(yearly).div(new Decimal(maxDrawdown).abs()));
}

const MS_A_YEAR = DAYS_A_YEAR * 86_400_000;
const TRIED_RATES = 400;
/** Largest annual rate that is shown. */
const LARGEST_RATE = 1e12;

/** A cash flow from the member's view: deposits are negative, withdrawals and the final value positive. */
export interface CashFlow {
  at: number;
  amount: string;
}

export interface MoneyWeighted {
  /** Annual rate (XIRR, 365 days); null: too large to show. */
  annual: string | null;
  /** Rate over the whole period, not annualised. */
  period: string;
}

/**
 * Computes the rate at which the net present value of the flows, in time order, is 0. Null if undefined: no time passed, no flows in both
 * directions, or several solutions between -99.99 % and 10^6 over the whole period.
 */
export function moneyWeighted(flows: readonly CashFlow[]): MoneyWeighted | null {
  const [first] = flows;
  const last = flows.at(-1);
  if (!first || !last || last.at <= first.at) return null;
  const span = last.at - first.at;
  const terms = flows.map(({ at, amount }) => ({ share: (at - first.at) / span, amount: Number(amount) }));
  // In x = log(1 + rate of the period), the value is a sum of exponentials; its sign changes are the roots.
  const worth = (x: number) => terms.reduce((sum, { share, amount }) => sum + amount * Math.exp(-x * share), 0);
  const [low, high] = [Math.log(1e-4), Math.log(1e6)];
  const roots: number[] = [];
  let before = worth(low);
  for (let n = 1; n <= TRIED_RATES; n++) {
    const [left, right] = [low + ((high - low) * (n - 1)) / TRIED_RATES, low + ((high - low) * n) / TRIED_RATES];
    const now = worth(right);
    if (before === 0) roots.push(left);
    else if (before < 0 !== now < 0 && now !== 0) roots.push(bisected(worth, left, right));
    before = now;
  }
  const [root] = roots;
  if (root === undefined || roots.length > 1 || !terms.some(({ amount }) => amount < 0) || !terms.some(({ amount }) => amount > 0))
    return null;
  const annual = Math.expm1((root * MS_A_YEAR) / span);
  return { annual: annual < LARGEST_RATE ? rate(annual) : null, period: rate(Math.expm1(root)) };
}

const rate = (value: number) => formatted(new Decimal(value.toPrecision(15)));

function bisected(worth: (x: number) => number, left: number, right: number): number {
  const sign = worth(left) < 0;
  for (let n = 0; n < 200 && left < right; n++) {
    const middle = (left + right) / 2;
    if (middle === left || middle === right) break;
    if (worth(middle) < 0 === sign) left = middle;
    else right = middle;
  }
  return (left + right) / 2;
}
