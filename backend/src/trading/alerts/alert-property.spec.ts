import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCandle, stateAt, ways, zoneOf, type AlertTerms, type PriceRange, type Way } from './alert.rules.js';

/** One price a second, each near the one before; whole hundredths around 1,000. */
const path = fc
  .tuple(fc.integer({ min: 99_000, max: 101_000 }), fc.array(fc.integer({ min: -120, max: 120 }), { minLength: 60, maxLength: 900 }))
  .map(([start, steps]) => {
    const prices = [start];
    for (const step of steps) prices.push(prices.at(-1)! + step);
    return prices;
  });
const terms: fc.Arbitrary<AlertTerms> = fc.oneof(
  fc.record({ level: fc.integer({ min: 980, max: 1020 }).map(String), way: fc.constantFrom(...ways), percent: fc.constant(null) }),
  fc.record({
    level: fc.integer({ min: 980, max: 1020 }).map(String),
    way: fc.constant(null),
    percent: fc.constantFrom('0.1', '0.5', '1'),
  }),
);

const SECONDS = 60;
/** The candles of a path, without a last one that is not full. */
function candlesOf(prices: readonly number[]): PriceRange[] {
  const all = Array.from({ length: Math.floor(prices.length / SECONDS) }, (_, n) => prices.slice(n * SECONDS, (n + 1) * SECONDS));
  return all.map((of) => ({ open: of[0]! / 100, high: Math.max(...of) / 100, low: Math.min(...of) / 100, close: of.at(-1)! / 100 }));
}

/** Second by second, from what an alert is: the minutes in which the price enters after it was far enough away. Whole numbers. */
function entriesOf(prices: readonly number[], { level, way, percent }: AlertTerms): number[] {
  // 10^7 units of a hundredth: percentages of whole levels are whole.
  const unit = 10_000_000n;
  const at = BigInt(level) * 100n * unit;
  const share = percent === null ? 0n : BigInt(Math.round(Number(percent) * 100));
  const [bottom, top] = [(at * (10_000n - share)) / 10_000n, (at * (10_000n + share)) / 10_000n];
  const inside = (p: bigint) => (way === 'up' ? p >= at : way === 'down' ? p <= at : p >= bottom && p <= top);
  const far = (p: bigint) => (way !== 'down' && p * 1000n < bottom * 998n) || (way !== 'up' && p * 1000n > top * 1002n);
  const found: number[] = [];
  let previous = BigInt(prices[0]!) * unit;
  let ready = !inside(previous);
  prices.forEach((price, second) => {
    const now = BigInt(price) * unit;
    const leaps = way === null && ((previous < bottom && now > top) || (previous > top && now < bottom));
    if (ready && (inside(now) || leaps)) {
      found.push(Math.floor(second / SECONDS));
      ready = far(now);
    } else ready ||= far(now);
    previous = now;
  });
  return found;
}

function firingsOf(prices: readonly number[], of: AlertTerms): { minutes: number[]; ways: Way[] } {
  const zone = zoneOf(of);
  let state = stateAt(zone, prices[0]! / 100);
  const found: { minutes: number[]; ways: Way[] } = { minutes: [], ways: [] };
  candlesOf(prices).forEach((candle, minute) => {
    const result = applyCandle(zone, state, candle);
    state = result.state;
    if (result.crossed === null) return;
    found.minutes.push(minute);
    found.ways.push(result.crossed);
  });
  return found;
}

describe('alerts on candles, against the prices of each second', () => {
  it('fire first in the minute of the first crossing, where the price is outside at first', () => {
    fc.assert(
      fc.property(path, terms, (prices, of) => {
        const zone = zoneOf(of);
        fc.pre(stateAt(zone, prices[0]! / 100).isArmed);
        const full = prices.slice(0, Math.floor(prices.length / SECONDS) * SECONDS);
        expect(firingsOf(full, of).minutes[0]).toBe(entriesOf(full, of)[0]);
      }),
      { numRuns: 200 },
    );
  });

  it('never fire more often than the price has crossed until then', () => {
    fc.assert(
      fc.property(path, terms, (prices, of) => {
        const entries = entriesOf(prices, of);
        firingsOf(prices, of).minutes.forEach((minute, n) => expect(entries[n]).toBeLessThanOrEqual(minute));
      }),
      { numRuns: 200 },
    );
  });

  it('say the way of an alert at a level, and fire once a minute at most', () => {
    fc.assert(
      fc.property(path, terms, (prices, of) => {
        const { minutes, ways: told } = firingsOf(prices, of);
        expect(new Set(minutes).size).toBe(minutes.length);
        if (of.way !== null) expect(told.every((way) => way === of.way)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
