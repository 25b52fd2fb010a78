import { fraction, hashText, mix } from './random.ts';
import { MINUTE, SECOND } from './time.ts';

// Looked up once: see random.ts.
const { abs, clz32, ceil, floor, max, min, sqrt } = Math;

/** The curve is straight between these moments: four corners a minute. */
export const CORNER = 15 * SECOND;
/** Halvings from the longest octave, 182 days, to the shortest, one corner. */
export const OCTAVES = 20;
/** Standard deviation of the logarithm of a major coin's price after a minute. It grows with the square root of the time. */
const MINUTE_DEVIATION = 0.0003;
/** Octaves, 11 days to 32 minutes, at which one half of a span moves more than the other: busy and quiet times come in clusters. */
const CLUSTERED = { from: 4, to: 13, share: 0.3 };
const BUSY = sqrt(1 + CLUSTERED.share);
const QUIET = sqrt(1 - CLUSTERED.share);

/** Standard deviation by which the middle of a span leaves the line between its ends (that of a Brownian bridge). */
const DEVIATIONS = Array.from({ length: OCTAVES + 1 }, (_, octave) => deviationOf(octave) / 2);
/** How far, at most, a curve leaves the values at the ends of a span of this octave, busy at every level below. */
const REACHES = DEVIATIONS.map((_, octave) => reachOf(octave));

function deviationOf(octave: number): number {
  return MINUTE_DEVIATION * sqrt((CORNER * 2 ** (OCTAVES - octave)) / MINUTE);
}

function clustered(octave: number): boolean {
  return octave >= CLUSTERED.from && octave <= CLUSTERED.to;
}

function reachOf(octave: number): number {
  let reach = 0;
  let spread = 1;
  for (let o = octave; o < OCTAVES; o++) {
    reach += spread * sqrt(3) * (DEVIATIONS[o] ?? 0);
    if (clustered(o)) spread *= BUSY;
  }
  return reach;
}

/** A source of random moves: one hash an octave, and one for the ends of the longest spans. */
export class MoveSource {
  private readonly hashes: Uint32Array;
  private readonly ends: number;

  constructor(text: string) {
    const h = hashText(text);
    this.hashes = Uint32Array.from({ length: OCTAVES }, (_, octave) => mix(h, octave));
    this.ends = mix(h, OCTAVES);
  }

  /** Uniform 32 bits of the span `index` of an octave. */
  bits(octave: number, index: number): number {
    return mix(this.hashes[octave] ?? 0, index);
  }

  /** Uniform with mean 0 and variance 1. */
  move(octave: number, index: number): number {
    return centred(this.bits(octave, index));
  }

  end(index: number): number {
    return centred(mix(this.ends, index));
  }
}

function centred(hash: number): number {
  return (2 * fraction(hash) - 1) * sqrt(3);
}

/** Whether the first half of a span is the busier one. The same for all coins of a market, and for prices and turnover alike. */
export function firstHalfBusy(market: MoveSource, octave: number, index: number): boolean {
  return (market.bits(octave, index) & 1) === 1;
}

export interface Part {
  source: MoveSource;
  weight: number;
}

/**
 * The logarithm of one pair's price by time: value noise in octaves that halve their spans, 182 days down to 15 s. Each octave moves the
 * middle of a span away from the line between its ends (Lévy's construction of Brownian motion), so that the curve is as rough as a
 * market's over every horizon and has no period. Any moment costs at most 20 steps, and few of them near the moment asked for last.
 */
export class PriceCurve {
  private readonly level: number;
  private readonly parts: readonly Part[];
  private readonly market: MoveSource;
  private readonly weight: number;
  /** The spans, longest first, that hold the corner asked for last: value at both ends, and how busy they are. */
  private readonly left = new Float64Array(OCTAVES + 1);
  private readonly right = new Float64Array(OCTAVES + 1);
  private readonly spread = new Float64Array(OCTAVES + 1);
  private corner = -1;
  private high = 0;
  private low = 0;

  constructor(level: number, parts: readonly Part[], market: MoveSource) {
    this.level = level;
    this.parts = parts;
    this.market = market;
    this.weight = parts.reduce((sum, { weight }) => sum + abs(weight), 0);
  }

  at(t: number): number {
    const corner = floor(t / CORNER);
    this.descend(corner);
    const a = this.left[OCTAVES] ?? 0;
    const b = this.right[OCTAVES] ?? 0;
    return a + (b - a) * (t / CORNER - corner);
  }

  /** Highest and lowest value in [from, to], ends included. */
  extremes(from: number, to: number): { high: number; low: number } {
    const [a, b] = [this.at(from), this.at(to)];
    this.high = max(a, b);
    this.low = min(a, b);
    const first = ceil(from / CORNER);
    const last = floor(to / CORNER);
    if (first <= last) this.search(first, last);
    return { high: this.high, low: this.low };
  }

  private search(first: number, last: number): void {
    const spans = 2 ** OCTAVES;
    const [firstSpan, lastSpan] = [floor(first / spans), floor(last / spans)];
    if (firstSpan === lastSpan) {
      this.descend(first);
      const octave = commonOctave(first, last);
      const index = first >> (OCTAVES - octave);
      this.visit(octave, index, this.left[octave] ?? 0, this.right[octave] ?? 0, this.spread[octave] ?? 0, first, last);
      return;
    }
    for (let span = firstSpan; span <= lastSpan; span++) this.visit(0, span, this.end(span), this.end(span + 1), 1, first, last);
  }

  /** Looks for extremes at the corners of a span, and leaves out what cannot reach beyond those already found. */
  private visit(octave: number, index: number, a: number, b: number, spread: number, first: number, last: number): void {
    const shift = OCTAVES - octave;
    const begin = index << shift;
    const end = (index + 1) << shift;
    if (end < first || begin > last) return;
    if (begin >= first) this.widen(a);
    if (end <= last) this.widen(b);
    if (shift === 0) return;
    const reach = (REACHES[octave] ?? 0) * this.weight * spread;
    if (max(a, b) + reach <= this.high && min(a, b) - reach >= this.low) return;
    const middle = this.middle(octave, index, a, b, spread);
    this.visit(octave + 1, index * 2, a, middle, spread * this.factor(octave, index, true), first, last);
    this.visit(octave + 1, index * 2 + 1, middle, b, spread * this.factor(octave, index, false), first, last);
  }

  private widen(value: number): void {
    if (value > this.high) this.high = value;
    if (value < this.low) this.low = value;
  }

  /** Makes the remembered spans those that hold `corner`; what they share with the last ones stays. */
  private descend(corner: number): void {
    if (corner === this.corner) return;
    const { left, right, spread } = this;
    let octave = commonOctave(corner, this.corner);
    if (octave < 0) {
      const span = corner >> OCTAVES;
      left[0] = this.end(span);
      right[0] = this.end(span + 1);
      spread[0] = 1;
      octave = 0;
    }
    for (; octave < OCTAVES; octave++) {
      const index = corner >> (OCTAVES - octave);
      const [a, b, s] = [left[octave] ?? 0, right[octave] ?? 0, spread[octave] ?? 0];
      const middle = this.middle(octave, index, a, b, s);
      const firstHalf = ((corner >> (OCTAVES - octave - 1)) & 1) === 0;
      left[octave + 1] = firstHalf ? a : middle;
      right[octave + 1] = firstHalf ? middle : b;
      spread[octave + 1] = s * this.factor(octave, index, firstHalf);
    }
    this.corner = corner;
  }

  private middle(octave: number, index: number, a: number, b: number, spread: number): number {
    let move = 0;
    for (const { source, weight } of this.parts) move += weight * source.move(octave, index);
    return (a + b) / 2 + move * spread * (DEVIATIONS[octave] ?? 0);
  }

  private factor(octave: number, index: number, firstHalf: boolean): number {
    if (!clustered(octave)) return 1;
    return firstHalfBusy(this.market, octave, index) === firstHalf ? BUSY : QUIET;
  }

  private end(index: number): number {
    let move = 0;
    for (const { source, weight } of this.parts) move += weight * source.end(index);
    // Two independent ends differ by sqrt(2) times this.
    return this.level + (move * deviationOf(0)) / sqrt(2);
  }
}

/** The shortest octave whose span holds both corners; below 0 when not even the longest does, as for the -1 of a new curve. */
function commonOctave(a: number, b: number): number {
  return OCTAVES - (32 - clz32(a ^ b));
}
