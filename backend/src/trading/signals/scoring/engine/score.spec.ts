import { describe, expect, it } from '@jest/globals';
import { scaled, toDecimal } from '../../../../platform/domain/scaled.js';
import { MINUTE, score, type Score, type ScoreTerms, type Trail } from './index.js';
import { minutes, type Ohlc } from '../../../../../test/support/candle-series.js';

const HOURS = 3600;
const terms = (changes: Partial<ScoreTerms> = {}): ScoreTerms => ({
  side: 'long',
  entry: scaled('100'),
  stop: scaled('95'),
  targets: ['105', '110', '120'].map(scaled),
  weights: [1n, 1n, 1n],
  trail: { kind: 'none' },
  publishedAt: 30,
  closesAt: 24 * HOURS,
  feeRate: scaled('0.0005'),
  ...changes,
});

/** The rest of the day at a price that touches nothing. */
const quiet = (price: number, count = 24 * 60): Ohlc[] => Array.from({ length: count }, () => [price, price, price, price]);
const told = ({ status, exits, rGross, rNet, rOptimistic, ambiguous }: Score) => ({
  status,
  fills: exits.map(({ price, weight }) => `${toDecimal(price)} x ${weight}`),
  rGross: rGross === null ? null : Number(toDecimal(rGross)).toFixed(6),
  rNet: rNet === null ? null : Number(toDecimal(rNet)).toFixed(6),
  rOptimistic: rOptimistic === null ? null : Number(toDecimal(rOptimistic)).toFixed(6),
  ambiguous,
});
const of = (candles: readonly Ohlc[], changes: Partial<ScoreTerms> = {}) => told(score(terms(changes), minutes(candles)));
const nothing = { fills: [], rGross: null, rNet: null, rOptimistic: null, ambiguous: [] };

/** The entry is filled within it, and nothing else. */
const filling: Ohlc = [101, 101, 99, 100];

describe('the golden cases of the rules', () => {
  it('A: a candle that contains the publication is ignored; all targets', () => {
    const spike: Ohlc = [100, 200, 90, 100];
    const series = minutes([spike, filling, [100, 106, 100, 106], [106, 111, 106, 111], [111, 121, 111, 121]], 0);
    expect(told(score(terms(), series))).toEqual({
      status: 'closed',
      fills: ['105 x 1', '110 x 1', '120 x 1'],
      rGross: '2.333333',
      rNet: '2.312167',
      rOptimistic: '2.312167',
      ambiguous: [],
    });
  });

  it('B: the stop', () => {
    expect(of([filling, [99, 99, 94, 94]])).toEqual({
      status: 'closed',
      fills: ['95 x 3'],
      rGross: '-1.000000',
      rNet: '-1.019500',
      rOptimistic: '-1.019500',
      ambiguous: [],
    });
  });

  it('D: one candle from 94 to 106 is taken for the stop', () => {
    expect(of([filling, [100, 106, 94, 100]])).toEqual({
      status: 'closed',
      fills: ['95 x 3'],
      rGross: '-1.000000',
      rNet: '-1.019500',
      rOptimistic: '-0.353167',
      ambiguous: [120],
    });
  });

  it('E: the first target, then break even', () => {
    expect(of([filling, [101, 106, 101, 104], [104, 104, 99, 99]], { trail: { kind: 'breakeven' } })).toMatchObject({
      status: 'closed',
      fills: ['105 x 1', '100 x 2'],
      rGross: '0.333333',
      rNet: '0.313167',
      ambiguous: [],
    });
  });

  it('H: beyond the first target before the entry', () => {
    expect(
      of([
        [102, 104, 101, 104],
        [104, 106, 104, 105],
        [105, 105, 90, 90],
      ]),
    ).toEqual({ status: 'missed', ...nothing });
  });

  it('I: never reached', () => {
    expect(of(quiet(102))).toEqual({ status: 'expired_unfilled', ...nothing });
  });

  it('K: a touch is no fill', () => {
    expect(of([[102, 103, 100, 102], ...quiet(102)])).toEqual({ status: 'expired_unfilled', ...nothing });
  });

  it('N: entry and first target in one minute, and a gain in the end', () => {
    expect(of([[102, 106, 99, 103], ...quiet(103)])).toEqual({
      status: 'missed_ambiguous',
      ...nothing,
      rOptimistic: expect.any(String) as unknown as string,
      ambiguous: [60],
    });
  });
});

describe('an entry', () => {
  it('is filled as the first candle opens beyond it, at that price, and risks what is left to the stop', () => {
    expect(
      of([
        [98, 106, 98, 106],
        [106, 121, 106, 121],
      ]),
    ).toMatchObject({ status: 'closed', rGross: (((105 + 110 + 120) / 3 - 98) / 3).toFixed(6) });
    expect(score(terms(), minutes([[98, 98, 98, 98]])).entry).toEqual({ price: scaled('98'), time: 60 });
  });

  it('of a later candle that opens beyond it has no better price', () => {
    expect(
      score(
        terms(),
        minutes([
          [102, 102, 102, 102],
          [97, 98, 97, 98],
        ]),
      ).entry,
    ).toEqual({ price: scaled('100'), time: 120 });
  });

  it('and stop in one minute is a loss: the price had to pass the one before the other', () => {
    expect(of([[101, 102, 94, 96]])).toMatchObject({ status: 'closed', fills: ['95 x 3'], rGross: '-1.000000', ambiguous: [] });
  });

  it('beyond the stop loses what the way there costs', () => {
    expect(of([[94, 94, 94, 94]])).toMatchObject({ status: 'closed', fills: ['94 x 3'], rGross: '0.000000' });
    expect(
      of([
        [102, 102, 102, 102],
        [90, 90, 90, 90],
      ]),
    ).toMatchObject({ status: 'closed', fills: ['90 x 3'], rGross: '-2.000000' });
  });

  it('and target in one minute count where they lose', () => {
    expect(
      of([
        [102, 106, 99, 100],
        [100, 100, 94, 94],
      ]),
    ).toMatchObject({ status: 'closed', fills: ['95 x 3'], rNet: '-1.019500', ambiguous: [60] });
  });

  it('is told by finer candles where there are some', () => {
    const minute: Ohlc = [102, 106, 99, 103];
    const first = new Map([
      [
        60,
        minutes(
          [
            [102, 102, 99, 100],
            [100, 106, 100, 103],
          ],
          60,
          1,
        ),
      ],
    ]);
    const second = new Map([
      [
        60,
        minutes(
          [
            [102, 106, 102, 106],
            [106, 106, 99, 103],
          ],
          60,
          1,
        ),
      ],
    ]);
    const series = minutes([minute, ...quiet(103)]);
    expect(told(score(terms(), series, (at) => first.get(at)))).toMatchObject({
      status: 'closed',
      fills: ['105 x 1', '103 x 2'],
      ambiguous: [],
    });
    expect(told(score(terms(), series, (at) => second.get(at)))).toEqual({ status: 'missed', ...nothing });
  });

  it('waits as long as nothing is known of the time until closure', () => {
    expect(of(quiet(102, 10))).toEqual({ status: 'pending', ...nothing });
    expect(of([])).toEqual({ status: 'pending', ...nothing });
    expect(of([filling, [100, 106, 100, 106]])).toMatchObject({ status: 'open', fills: ['105 x 1'], rNet: null });
  });
});

describe('a stop', () => {
  it('that the market jumps over is filled where the market opens', () => {
    expect(of([filling, [93, 94, 92, 93]])).toMatchObject({ fills: ['93 x 3'], rGross: '-1.400000' });
  });

  it('that is touched is reached', () => {
    expect(of([filling, [99, 99, 95, 99]])).toMatchObject({ status: 'closed', fills: ['95 x 3'] });
  });

  it('moved by a target is reached in the same minute if the minute was there', () => {
    const trail: Trail = { kind: 'breakeven' };
    expect(of([filling, [101, 106, 99.5, 104]], { trail })).toMatchObject({
      status: 'closed',
      fills: ['105 x 1', '100 x 2'],
      ambiguous: [120],
    });
    // It opened beyond the target: whatever else happened came later.
    expect(of([filling, [106, 107, 99, 104]], { trail })).toMatchObject({ status: 'closed', fills: ['105 x 1', '100 x 2'], ambiguous: [] });
  });

  describe('moved by a target, in a minute that closes beyond it,', () => {
    const trail: Trail = { kind: 'breakeven' };
    const later: readonly Ohlc[] = [
      [108, 111, 107, 110.5],
      [111, 121, 110, 120.5],
    ];
    /** Filled at 99 as it opens. */
    const opening: Ohlc = [99, 101, 98, 101];
    const fee = { feeRate: 0n, publishedAt: 0 };
    const sure = {
      status: 'closed',
      fills: ['105 x 1', '99 x 2'],
      rGross: '0.500000',
      rNet: '0.500000',
      rOptimistic: '0.500000',
      ambiguous: [],
    };

    it('is surely hit: the close came after the target', () => {
      expect(of([opening, [104, 106, 98, 98], ...later], { trail, ...fee })).toEqual(sure);
      // A touch by the close is enough.
      expect(of([opening, [104, 106, 98, 99], ...later], { trail, ...fee })).toEqual(sure);
    });

    it('is hit by its seconds too', () => {
      const seconds = minutes(
        [
          [104, 106, 104, 106],
          [106, 106, 98, 98],
        ],
        120,
        1,
      );
      const series = minutes([opening, [104, 106, 98, 98], ...later]);
      expect(told(score(terms({ trail, ...fee }), series, (at) => (at === 120 ? seconds : undefined)))).toEqual(sure);
    });

    it('is hit for a short too', () => {
      const short: Partial<ScoreTerms> = { side: 'short', stop: scaled('105'), targets: ['95', '90', '80'].map(scaled), trail, ...fee };
      const turned = ([opening, [104, 106, 98, 98], ...later] as Ohlc[]).map(([o, h, l, c]): Ohlc => [200 - o, 200 - l, 200 - h, 200 - c]);
      expect(of(turned, short)).toEqual({ ...sure, fills: ['95 x 1', '101 x 2'] });
    });

    it('stays doubtful where the minute closes above it', () => {
      expect(of([opening, [104, 106, 98, 99.5], ...later], { trail, ...fee })).toMatchObject({
        fills: ['105 x 1', '99 x 2'],
        rNet: '0.500000',
        rOptimistic: (((105 + 110 + 120) / 3 - 99) / 4).toFixed(6),
        ambiguous: [120],
      });
    });

    it('leaves only a further target of the same minute in doubt', () => {
      expect(of([opening, [104, 111, 98, 98], ...later], { trail, ...fee })).toMatchObject({
        fills: ['105 x 1', '99 x 2'],
        rNet: '0.500000',
        rOptimistic: (((105 + 110 + 99) / 3 - 99) / 4).toFixed(6),
        ambiguous: [120],
      });
    });
  });

  it('that moves with the targets stands one behind', () => {
    const trail: Trail = { kind: 'moving' };
    expect(of([filling, [101, 106, 101, 106], [106, 111, 106, 111], [111, 111, 104, 104]], { trail })).toMatchObject({
      fills: ['105 x 1', '110 x 1', '105 x 1'],
      ambiguous: [],
    });
  });

  it('in percent follows the best price from the next minute on', () => {
    const trail: Trail = { kind: 'percent', share: scaled('0.02') };
    // Filled at 100: 98. Up to 104: 101.92, which the same minute does not know.
    expect(of([filling, [100, 104, 100, 104], [103, 103, 101, 101]], { trail })).toMatchObject({ status: 'closed', fills: ['101.92 x 3'] });
    expect(of([filling, [99, 99, 98, 98]], { trail })).toMatchObject({ fills: ['98 x 3'] });
  });
});

describe('closure', () => {
  it('ends what is left at the close of the last minute that closes in time', () => {
    const closesAt = 60 + 3 * MINUTE + 59;
    expect(of([filling, [100, 106, 100, 106], [104, 104, 103, 103], [110, 119, 110, 119]], { closesAt })).toMatchObject({
      status: 'closed',
      fills: ['105 x 1', '103 x 2'],
    });
  });

  it('is reached by a candle after it, whatever is missing before', () => {
    const series = minutes([filling], 60);
    const late = minutes([...Array.from({ length: 1 }, () => filling), [100, 100, 100, 100]], 60, 25 * HOURS);
    expect(told(score(terms(), series))).toMatchObject({ status: 'open' });
    expect(told(score(terms(), late))).toMatchObject({ status: 'closed', fills: ['100 x 3'] });
  });
});
