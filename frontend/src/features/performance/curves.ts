import type { PortfolioDay } from '../../lib/wire/portfolio';

export interface Curves {
  days: string[];
  /** Fractions since the first day; null: unknown. */
  own: (string | null)[];
  drawdown: (string | null)[];
  equity: (string | null)[];
  /** Equity of days of which not everything is known. */
  estimate: (string | null)[];
  /** Where the chain of returns begins anew. */
  breaks: number[];
  /** The day with whose end the first chain of returns begins: nothing is told of returns before. */
  begins: number;
}

/** Digits that a drawing and its two told decimals need, and far fewer than a float has. */
const PLACES = 8;
const told = (value: number) => (Number.isFinite(value) ? value.toFixed(PLACES).replace(/^-(0\.0*)$/, '$1') : null);

/**
 * Stored days as lines. `fromFirst`: everything is measured from the end of the first of them, not from before it. A new segment of the
 * chain begins anew. Where no chain runs (segment 0) there is no return, and the equity is an estimate.
 */
export function curves(days: readonly PortfolioDay[], fromFirst: boolean): Curves {
  const own: Curves['own'] = [];
  const drawdown: Curves['drawdown'] = [];
  let [segment, base, peak]: [number | null, number, number] = [null, 1, 0];
  for (const [at, day] of days.entries()) {
    const index = day.index === null ? null : Number(day.index);
    if (day.segment !== segment) {
      [segment, base] = [day.segment, at === 0 && fromFirst ? (index ?? 1) : 1];
      peak = base;
    }
    // The peak is that of all sub-periods, which deposits and withdrawals cut; of the day that is measured from, its end alone counts.
    if (index !== null && !(at === 0 && fromFirst)) peak = Math.max(peak, Number(day.indexHigh ?? index));
    own.push(index === null || base === 0 ? null : told(index / base - 1));
    drawdown.push(index === null || peak === 0 ? null : told(index / peak - 1));
  }
  const isComplete = days.map(({ flags }) => !flags.includes('incomplete'));
  // The end of the last incomplete day is where the chain begins.
  const begins = Math.max(0, isComplete.indexOf(true) - 1);
  return {
    days: days.map(({ day }) => day),
    own,
    drawdown,
    equity: days.map(({ equity }, at) => (isComplete[at] || isComplete[at + 1] ? equity : null)),
    estimate: days.map(({ equity }, at) => (isComplete[at] ? null : equity)),
    breaks: days.flatMap(({ segment: own }, at) => (at > 0 && days[at - 1]?.segment !== own ? [at] : [])),
    begins,
  };
}
