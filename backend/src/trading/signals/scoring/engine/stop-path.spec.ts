import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ONE, scaled } from '../../../../platform/domain/scaled.js';
import { seen } from './candles.js';
import { score, stopPath, type Amendment, type CandleSeries, type ScoreTerms, type StopStep, type Trail } from './index.js';
import { minutes, type Ohlc } from '../../../../../test/support/candle-series.js';
import { seenTerms, Trade } from './trade.js';

const PUBLISHED = 30;
const percent = (share: string): Trail => ({ kind: 'percent', share: scaled(share) });
const terms = (trail: Trail, amendments?: readonly Amendment[]): ScoreTerms => ({
  side: 'long',
  entry: 100n * ONE,
  stop: 95n * ONE,
  targets: [105n * ONE, 110n * ONE, 120n * ONE],
  weights: [1n, 1n, 1n],
  trail,
  publishedAt: PUBLISHED,
  closesAt: 6000,
  feeRate: scaled('0.0005'),
  ...(amendments && { amendments }),
});
/** The same seen in a mirror at 100. */
const mirrored = ({ side, entry, stop, targets, ...rest }: ScoreTerms): ScoreTerms => {
  const turned = (price: bigint) => 200n * ONE - price;
  return { ...rest, side: side === 'long' ? 'short' : 'long', entry: turned(entry), stop: turned(stop), targets: targets.map(turned) };
};
const mirror = (candles: readonly Ohlc[]): Ohlc[] =>
  candles.map(([open, high, low, close]) => [200 - open, 200 - low, 200 - high, 200 - close]);
const told = (steps: readonly StopStep[]) => steps.map(({ from, price, by }) => [from, Number(price) / 1e18, by]);
const first = [PUBLISHED, 95, 'published'];

describe('the way of a stop', () => {
  const filled: Ohlc = [100, 101, 99, 100];

  it('stands where it was published, where nothing moves it', () => {
    expect(told(stopPath(terms({ kind: 'none' }), minutes([filled, [100, 106, 100, 105], [105, 111, 104, 110]])))).toEqual([first]);
    expect(told(stopPath(terms({ kind: 'moving' }), minutes([])))).toEqual([first]);
    expect(told(stopPath(terms({ kind: 'moving' }), minutes([filled, [100, 104, 96, 100]])))).toEqual([first]);
  });

  it('goes to the entry with the first target, and with the second to the first, in the minutes in which these are reached', () => {
    const candles: Ohlc[] = [filled, [101, 106, 101, 106], [106, 107, 106, 107], [107, 111, 107, 110], [110, 110, 104, 104]];
    expect(told(stopPath(terms({ kind: 'breakeven' }), minutes(candles)))).toEqual([first, [120, 100, 'market']]);
    expect(told(stopPath(terms({ kind: 'moving' }), minutes(candles)))).toEqual([first, [120, 100, 'market'], [240, 105, 'market']]);
    expect(told(stopPath(mirrored(terms({ kind: 'moving' })), minutes(mirror(candles))))).toEqual([
      [PUBLISHED, 105, 'published'],
      [120, 100, 'market'],
      [240, 95, 'market'],
    ]);
  });

  it('follows each new peak in percent, from the minute after it on, and never comes back', () => {
    const candles: Ohlc[] = [filled, [100, 104, 99, 104], [104, 104, 102, 103], [103, 200 / 1.9, 103, 104]];
    expect(told(stopPath(terms(percent('0.04')), minutes(candles)))).toEqual(
      [first, [120, 96.96, 'market'], [180, 99.84, 'market'], [300, 101.0526315789473, 'market']].map((step) => [
        step[0],
        expect.closeTo(Number(step[1]), 9),
        step[2],
      ]),
    );
  });

  it('takes what was said, from the next minute on, as far as it is a move towards the profit', () => {
    const said = (at: number, stop: string): Amendment => ({ kind: 'move_stop', at, stop: scaled(stop) });
    const amendments = [said(61, '97'), said(130, '96'), said(200, '98.5')];
    expect(
      told(stopPath(terms({ kind: 'breakeven' }, amendments), minutes([filled, filled, filled, filled, filled, [100, 106, 100, 105]]))),
    ).toEqual([first, [120, 97, 'said'], [240, 98.5, 'said'], [360, 100, 'market']]);
    // Behind the last candle it counts as it was said; behind the end of the trade it is none.
    expect(told(stopPath(terms({ kind: 'none' }, [said(500, '98')]), minutes([filled])))).toEqual([first, [540, 98, 'said']]);
    expect(told(stopPath(terms({ kind: 'none' }, [said(500, '98')]), minutes([filled, [99, 99, 94, 94]])))).toEqual([first]);
  });

  const trails: Trail[] = [{ kind: 'none' }, { kind: 'breakeven' }, { kind: 'moving' }, percent('0.01'), percent('0.035')];
  const walk = fc.record({
    trail: fc.constantFrom(...trails),
    short: fc.boolean(),
    moves: fc.array(fc.tuple(fc.integer({ min: -25, max: 25 }), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 })), {
      minLength: 1,
      maxLength: 60,
    }),
    said: fc.array(fc.tuple(fc.integer({ min: 31, max: 3000 }), fc.integer({ min: 940, max: 1090 })), { maxLength: 3 }),
  });
  const caseOf = ({
    trail,
    short,
    moves,
    said,
  }: typeof walk extends fc.Arbitrary<infer T> ? T : never): { one: ScoreTerms; candles: CandleSeries } => {
    let price = 1010;
    const candles = moves.map(([move, up, down]): Ohlc => {
      const open = price;
      price += move;
      return [open / 10, (Math.max(open, price) + up) / 10, (Math.min(open, price) - down) / 10, price / 10];
    });
    const amendments = said.map(([at, stop]): Amendment => ({
      kind: 'move_stop',
      at,
      stop: (BigInt(short ? 2000 - stop : stop) * ONE) / 10n,
    }));
    const one = terms(trail, amendments);
    return short
      ? {
          one: { ...mirrored(one), amendments },
          candles: minutes(mirror(candles).map((ohlc) => ohlc.map((value) => Math.round(value * 10) / 10) as unknown as Ohlc)),
        }
      : { one, candles: minutes(candles) };
  };

  it('ends where the score says that the position was stopped, and never turns back', () => {
    let stopped = 0;
    fc.assert(
      fc.property(walk, (drawn) => {
        const { one, candles } = caseOf(drawn);
        const steps = stopPath(one, candles);
        const way = one.side === 'long' ? 1n : -1n;
        for (const [n, { price, from }] of steps.entries())
          if (n > 0) expect([way * price > way * steps[n - 1]!.price, from >= steps[n - 1]!.from]).toEqual([true, true]);
        const out = score(one, candles).exits.find(({ reason }) => reason === 'stop');
        if (!out) return;
        const at = Array.from(candles.time).indexOf(out.time);
        const { open } = seen(candles, at, way);
        const standing = steps.findLast(({ from }) => from <= out.time)!.price;
        // A gap goes beyond it, but for a stop that a target has moved within the minute.
        const isInside = one.trail.kind !== 'percent' && steps.some(({ from, by }) => from === out.time && by === 'market');
        if (open > way * standing || isInside) expect(out.price).toBe(standing);
        else expect(way * out.price).toBe(open);
        stopped++;
      }),
      { numRuns: 2000 },
    );
    expect(stopped).toBeGreaterThan(200);
  });

  it('is what the trade itself says, asked minute by minute', () => {
    fc.assert(
      fc.property(walk, (drawn) => {
        const {
          one: { amendments: _, ...one },
          candles,
        } = caseOf(drawn);
        const side = seenTerms(one);
        const trade = new Trade(side, 'pessimistic');
        const naive: unknown[] = [[PUBLISHED, one.stop]];
        for (let at = 0, stood = trade.stop; at < candles.size && trade.phase !== 'over'; at++) {
          trade.take(seen(candles, at, side.direction), at === 0, () => undefined);
          if (trade.stop === stood) continue;
          stood = trade.stop;
          naive.push([candles.time[at]! + (one.trail.kind === 'percent' ? 60 : 0), side.direction * stood]);
        }
        expect(stopPath(one, candles).map(({ from, price }) => [from, price])).toEqual(naive);
      }),
      { numRuns: 1000 },
    );
  });
});
