import type { PortfolioDay } from '../../lib/wire/portfolio';

export interface Curves {
  days: string[];
  /** Fractions since the first day; null: unknown. */
  own: (string | null)[];
  bitcoin: (string | null)[];
  drawdown: (string | null)[];
  equity: (string | null)[];
  /** Where the chain of returns begins anew. */
  breaks: number[];
}

/** Digits that a drawing and its two told decimals need, and far fewer than a float has. */
const PLACES = 8;
const told = (value: number) => (Number.isFinite(value) ? value.toFixed(PLACES).replace(/^-(0\.0*)$/, '$1') : null);

/** Stored days as lines. `fromFirst`: everything is measured from the end of the first of them, not from before it. A new segment of the chain begins anew. */
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
    if (index !== null) peak = Math.max(peak, index);
    own.push(index === null || base === 0 ? null : told(index / base - 1));
    drawdown.push(index === null || peak === 0 ? null : told(index / peak - 1));
  }
  const start = days.find(({ btcPrice }) => btcPrice !== null)?.btcPrice ?? null;
  return {
    days: days.map(({ day }) => day),
    own,
    drawdown,
    bitcoin: days.map(({ btcPrice }) => (btcPrice === null || start === null ? null : told(Number(btcPrice) / Number(start) - 1))),
    equity: days.map(({ equity }) => equity),
    breaks: days.flatMap(({ segment: own }, at) => (at > 0 && days[at - 1]?.segment !== own ? [at] : [])),
  };
}
