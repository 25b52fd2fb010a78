import { CORNER, firstHalfBusy, MoveSource, OCTAVES } from './price-curve.ts';
import { DAY } from './time.ts';

// Looked up once: see random.ts.
const { floor } = Math;

/** Octaves, 23 days to half a minute, at which turnover is shared unevenly between the halves of a span. */
const SHARED = { from: 3, to: 19 };
/** How much of it follows the market's busy halves, and how much is the pair's own. */
const MARKET_SHARE = 0.22;
const OWN_SHARE = 0.16;
const SPAN = CORNER * 2 ** OCTAVES;

/**
 * What one pair turns over: each span shares its volume between its halves, more to the one in which the market moves more. Volumes are
 * integrals of one curve, so that a long candle's is the sum of the short ones'.
 */
export class Turnover {
  private readonly perSpan: number;
  private readonly own: MoveSource;
  private readonly market: MoveSource;

  /** `perDay`: base units on an average day. */
  constructor(perDay: number, own: MoveSource, market: MoveSource) {
    this.perSpan = (perDay * SPAN) / DAY;
    this.own = own;
    this.market = market;
  }

  /** Base units from `from` to `to`. */
  between(from: number, to: number): number {
    const [first, last] = [floor(from / SPAN), floor(to / SPAN)];
    return (last - first + this.shareBefore(last, to) - this.shareBefore(first, from)) * this.perSpan;
  }

  /** The share of a longest span's volume that falls before t. */
  private shareBefore(span: number, t: number): number {
    let done = 0;
    let share = 1;
    let index = span;
    let rest = (t - span * SPAN) / SPAN;
    for (let octave = 0; octave <= SHARED.to; octave++) {
      const first = share * this.firstHalf(octave, index);
      const second = rest >= 0.5;
      if (second) done += first;
      share = second ? share - first : first;
      rest = second ? rest * 2 - 1 : rest * 2;
      index = index * 2 + (second ? 1 : 0);
    }
    return done + share * rest;
  }

  private firstHalf(octave: number, index: number): number {
    if (octave < SHARED.from) return 0.5;
    const market = firstHalfBusy(this.market, octave, index) ? MARKET_SHARE : -MARKET_SHARE;
    return (1 + market + OWN_SHARE * this.own.move(octave, index)) / 2;
  }
}
