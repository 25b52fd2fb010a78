import { describe, expect, it } from '@jest/globals';
import { ONE, scaled } from '../../../../platform/domain/scaled.js';
import { firstFrom, seen, type CandleSeries } from './candles.js';
import { followed, indexed, MINUTE, score, type Amendment, type ScoreTerms, type Trail } from './index.js';
import { minutes, random, type Ohlc } from '../../../../../test/support/candle-series.js';
import { seenTerms, Trade } from './trade.js';

const trails: readonly Trail[] = [
  { kind: 'none' },
  { kind: 'breakeven' },
  { kind: 'moving' },
  { kind: 'percent', share: scaled('0.01') },
  { kind: 'percent', share: scaled('0.0037') },
];

/** Several days of minutes that wander, some of them missing, and a signal on either side of the price. */
function caseOf(seed: number): { terms: ScoreTerms; candles: CandleSeries } {
  const next = random(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const list: Ohlc[] = [];
  let cents = 10_000;
  const count = between(30, 900);
  for (let n = 0; n < count; n++) {
    const path = Array.from({ length: 4 }, () => (cents += between(-4, 4)));
    list.push([path[0]! / 100, Math.max(...path) / 100, Math.min(...path) / 100, path[3]! / 100]);
  }
  const whole = minutes(list, 60);
  const kept = Array.from({ length: count }, (_, n) => n).filter((n) => n === 0 || next() > 0.03);
  const column = (of: Float64Array) => Float64Array.from(kept, (n) => of[n]!);
  const candles = {
    size: kept.length,
    time: column(whole.time),
    open: column(whole.open),
    high: column(whole.high),
    low: column(whole.low),
    close: column(whole.close),
  };
  const side = next() < 0.5 ? 'long' : 'short';
  const way = side === 'long' ? 1 : -1;
  const entry = 10_000 + way * between(-15, 5);
  const stop = entry - way * between(20, 120);
  const first = entry + way * between(15, 60);
  const second = first + way * between(10, 60);
  const price = (units: number) => (BigInt(units) * ONE) / 100n;
  return {
    candles,
    terms: {
      side,
      entry: price(entry),
      stop: price(stop),
      targets: [first, second, second + way * between(10, 80)].map(price),
      weights: [1n, 2n, 1n],
      trail: trails[between(0, trails.length - 1)]!,
      publishedAt: between(1, 4) * 47,
      closesAt: between(100, count * 60),
      feeRate: scaled('0.0005'),
    },
  };
}

/** Every candle of the signal's life, one after the other. */
function everyCandle(terms: ScoreTerms, candles: CandleSeries): Trade {
  const side = seenTerms(terms);
  const trade = new Trade(side, 'pessimistic');
  const [begin, end] = [firstFrom(candles, terms.publishedAt), firstFrom(candles, Math.floor(terms.closesAt) - MINUTE + 1)];
  for (let n = begin; n < end && trade.phase !== 'over'; n++) trade.take(seen(candles, n, side.direction), n === begin, () => undefined);
  return trade;
}

const CASES = 500;
const each = (check: (given: ReturnType<typeof caseOf>, seed: number) => void) => {
  for (let seed = 1; seed <= CASES; seed++) check(caseOf(seed), seed);
};
/** A series that was known no further than its first `size` candles. */
const upTo = (candles: CandleSeries, size: number): CandleSeries => ({ ...candles, size });

describe('what is passed over', () => {
  it('is nothing that matters: taking every candle gives the same, for every way to trail a stop', () => {
    const seenKinds = new Map<string, number>();
    each(({ terms, candles }, seed) => {
      const trade = everyCandle(terms, candles);
      const told = score(terms, candles);
      const way = terms.side === 'long' ? 1n : -1n;
      const exits = trade.exits.map((exit) => ({ ...exit, price: way * exit.price }));
      expect({ seed, exits: told.exits.filter(({ reason }) => reason !== 'expiry') }).toEqual({
        seed,
        exits: told.status === 'missed_ambiguous' ? [] : exits,
      });
      for (const { reason } of told.exits)
        seenKinds.set(`${terms.trail.kind} ${reason}`, (seenKinds.get(`${terms.trail.kind} ${reason}`) ?? 0) + 1);
    });
    for (const kind of ['none', 'breakeven', 'moving', 'percent'])
      for (const reason of ['stop', 'tp1', 'tp2']) expect(seenKinds.get(`${kind} ${reason}`)).toBeGreaterThan(8);
  });

  it('is the same by blocks of candles', () => {
    each(({ terms, candles }, seed) => expect({ seed, ...score(terms, indexed(candles)) }).toEqual({ seed, ...score(terms, candles) }));
  });

  it('in the live minute is told by the two prices and the time to watch for', () => {
    let touches = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { terms, candles } = caseOf(seed);
      for (let size = 1; size < candles.size; size++) {
        const { score: before, watch } = followed(terms, upTo(candles, size - 1));
        if (!watch) break;
        const through = candles.time[size - 1]! + MINUTE;
        if (candles.low[size - 1]! <= watch.below || candles.high[size - 1]! >= watch.above || through > watch.until) {
          touches++;
          continue;
        }
        expect({ seed, size, ...score(terms, upTo(candles, size)) }).toEqual({ seed, size, ...before });
      }
    }
    expect(touches).toBeGreaterThan(100);
  });
});

describe('what was said later', () => {
  const filling: Ohlc = [101, 101, 99, 100];
  const quiet: Ohlc = [102, 102, 102, 102];
  const terms = (amendments: readonly Amendment[], changes: Partial<ScoreTerms> = {}): ScoreTerms => ({
    side: 'long',
    entry: scaled('100'),
    stop: scaled('95'),
    targets: ['105', '110', '120'].map(scaled),
    weights: [1n, 1n, 1n],
    trail: { kind: 'none' },
    publishedAt: 30,
    closesAt: 86_400,
    feeRate: 0n,
    amendments,
    ...changes,
  });
  const told = (candles: readonly Ohlc[], amendments: readonly Amendment[], changes: Partial<ScoreTerms> = {}) => {
    const { status, exits, endedAt } = score(terms(amendments, changes), minutes(candles));
    return [status, exits.map(({ reason, price, time }) => `${reason} ${price / 10n ** 16n} at ${time}`).join(), endedAt];
  };

  it('a cancel ends what is not filled, from the next minute on, and nothing else', () => {
    expect(told([quiet, filling], [{ kind: 'cancel', at: 61 }])).toEqual(['expired_unfilled', '', 120]);
    expect(told([filling, quiet], [{ kind: 'cancel', at: 61 }])).toEqual(['open', '', null]);
    // The minute in which it was said still counts, and nobody knows yet what comes behind it.
    expect(told([quiet, filling, quiet], [{ kind: 'cancel', at: 121 }])).toEqual(['open', '', null]);
    expect(told([quiet], [{ kind: 'cancel', at: 121 }])).toEqual(['pending', '', null]);
    expect(told([quiet, filling], [{ kind: 'cancel', at: 60 }])).toEqual(['expired_unfilled', '', 60]);
  });

  it('close now ends the rest at its price, and what is not filled as a cancel does', () => {
    expect(told([filling, [104, 106, 104, 104], quiet], [{ kind: 'close_now', at: 170, price: scaled('103.5') }])).toEqual([
      'closed',
      'tp1 10500 at 120,closed 10350 at 180',
      180,
    ]);
    expect(told([quiet], [{ kind: 'close_now', at: 100, price: scaled('103.5') }])).toEqual(['expired_unfilled', '', 120]);
    const short = { side: 'short' as const, entry: scaled('100'), stop: scaled('105'), targets: ['95', '90', '80'].map(scaled) };
    expect(
      told(
        [
          [99, 101, 99, 99],
          [99, 99, 99, 99],
        ],
        [{ kind: 'close_now', at: 120, price: scaled('98') }],
        short,
      ),
    ).toEqual(['closed', 'closed 9800 at 120', 120]);
  });

  it('a stop moves towards the profit alone', () => {
    const falls: Ohlc = [102, 102, 96, 96];
    expect(told([filling, quiet, falls], [{ kind: 'move_stop', at: 130, stop: scaled('97') }])).toEqual([
      'closed',
      'stop 9700 at 180',
      240,
    ]);
    expect(told([filling, quiet, falls], [{ kind: 'move_stop', at: 130, stop: scaled('90') }])).toEqual(['open', '', null]);
    // Beyond the price it is reached as the next minute opens.
    expect(told([filling, quiet, falls], [{ kind: 'move_stop', at: 130, stop: scaled('104') }])).toEqual([
      'closed',
      'stop 10200 at 180',
      240,
    ]);
    const short = { side: 'short' as const, entry: scaled('100'), stop: scaled('105'), targets: ['95', '90', '80'].map(scaled) };
    expect(
      told(
        [
          [99, 101, 99, 99],
          [99, 104, 99, 99],
        ],
        [{ kind: 'move_stop', at: 110, stop: scaled('103') }],
        short,
      ),
    ).toEqual(['closed', 'stop 10300 at 120', 180]);
  });

  it('of what is not filled a stop may move as well, but not beyond the entry', () => {
    const deep: Ohlc = [101, 101, 96, 96];
    expect(told([quiet, deep], [{ kind: 'move_stop', at: 61, stop: scaled('97') }])).toEqual(['closed', 'stop 9700 at 120', 180]);
    expect(told([quiet, deep], [{ kind: 'move_stop', at: 61, stop: scaled('100') }])).toEqual(['open', '', null]);
  });

  it('counts in its order, and not once the signal is over', () => {
    const amendments: Amendment[] = [
      { kind: 'close_now', at: 200, price: scaled('101') },
      { kind: 'move_stop', at: 130, stop: scaled('97') },
    ];
    expect(told([filling, quiet, [102, 102, 96, 96], quiet], amendments)).toEqual(['closed', 'stop 9700 at 180', 240]);
    expect(told([filling, quiet, quiet, quiet], amendments)).toEqual(['closed', 'closed 10100 at 240', 240]);
    // Behind the last minute of its life there is nothing to end.
    expect(told([filling, quiet, quiet], [{ kind: 'close_now', at: 190, price: scaled('101') }], { closesAt: 239 })).toEqual([
      'closed',
      'expiry 10200 at 120',
      180,
    ]);
  });

  it('needs no candle to count where everything is known', () => {
    const series = { ...minutes([filling, quiet]), through: 600 };
    expect(score(terms([{ kind: 'close_now', at: 500, price: scaled('101') }]), series)).toMatchObject({ status: 'closed', endedAt: 540 });
    expect(score(terms([{ kind: 'close_now', at: 580, price: scaled('101') }]), series)).toMatchObject({ status: 'closed', endedAt: 600 });
    expect(score(terms([{ kind: 'close_now', at: 601, price: scaled('101') }]), series).status).toBe('open');
  });

  it('is what the live minute waits for', () => {
    const { watch } = followed(terms([{ kind: 'close_now', at: 290, price: scaled('101') }]), minutes([filling, quiet]));
    expect(watch).toEqual({ below: expect.closeTo(95, 9), above: expect.closeTo(105, 9), until: 299 });
  });
});
