import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { klines } from '../src/wire/tickers.ts';
import { CLOSED_AT, coins, contracts, listedSpot, spotSymbol, spotSymbols } from '../src/world/catalogue.ts';
import { units } from '../src/world/decimal.ts';
import { Market } from '../src/world/market.ts';
import type { Candle } from '../src/world/market.ts';
import { CORNER, OCTAVES } from '../src/world/price-curve.ts';
import { DAY, HISTORY_START, HOUR, LIFE_START, MINUTE, SECOND } from '../src/world/time.ts';

const NOW = LIFE_START + 20 * DAY + 12 * HOUR;
const SEEDS = Array.from({ length: 20 }, (_, i) => `market ${i}`);
/** Moments at which the longest span ends and the next begins. */
const SPAN = CORNER * 2 ** OCTAVES;
const SPAN_END = Math.ceil(HISTORY_START / SPAN) * SPAN;

const seeds = fc.constantFrom(...SEEDS);
const spotNames = fc.constantFrom(...spotSymbols.keys());
const openNames = fc.constantFrom(...listedSpot.filter(({ status }) => status === 'TRADING').map(({ symbol }) => symbol));
const times = fc.oneof(fc.integer({ min: HISTORY_START, max: NOW }), fc.integer({ min: SPAN_END - HOUR, max: SPAN_END + HOUR }));

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((v) => v * v)));
}

/** Mean product of two series around zero, in units of their deviations. */
function correlation(a: readonly number[], b: readonly number[]): number {
  return mean(a.map((v, i) => v * (b[i] ?? 0))) / (deviation(a) * deviation(b));
}

function returns(market: Market, code: string, step: number, count: number, end = NOW): number[] {
  return Array.from({ length: count }, (_, i) => Math.log(market.usd(code, end - i * step) / market.usd(code, end - (i + 1) * step)));
}

/** Distances from the mean. */
function centred(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((v) => v - middle);
}

const SAMPLES = 512;
const WAVE = Float64Array.from({ length: SAMPLES }, (_, i) => Math.cos((2 * Math.PI * i) / SAMPLES));

/** The largest part that one frequency has in the variance of 512 values. */
function loudestFrequency(series: readonly number[]): number {
  expect(series).toHaveLength(SAMPLES);
  const powers = Array.from({ length: SAMPLES / 2 - 1 }, (_, k) => {
    let [re, im] = [0, 0];
    for (const [i, v] of series.entries()) {
      re += v * (WAVE[(i * (k + 1)) % SAMPLES] ?? 0);
      im += v * (WAVE[(i * (k + 1) + SAMPLES / 4) % SAMPLES] ?? 0);
    }
    return re ** 2 + im ** 2;
  });
  return Math.max(...powers) / powers.reduce((sum, p) => sum + p, 0);
}

function fold(candles: readonly Candle[]): Omit<Candle, 'openTime'> {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) throw new Error('nothing to fold');
  return {
    open: first.open,
    high: candles.reduce((high, c) => (c.high > high ? c.high : high), first.high),
    low: candles.reduce((low, c) => (c.low < low ? c.low : low), first.low),
    close: last.close,
  };
}

function split(from: number, length: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => [from + i * length, from + (i + 1) * length]);
}

describe('prices', () => {
  it('depend on seed, symbol and time alone, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.tuple(spotNames, times), { minLength: 2, maxLength: 30 }), (seed, asked) => {
        const market = new Market(seed);
        for (const [symbol, t] of asked) expect(market.spot(symbol, t)).toBe(new Market(seed).spot(symbol, t));
      }),
    );
  });

  it('differ from seed to seed and from coin to coin', () => {
    const moves = SEEDS.flatMap((seed) => {
      const market = new Market(seed);
      return ['BTC', 'ETH', 'SOL'].map((code) => market.usd(code, NOW) / market.usd(code, NOW - DAY));
    });
    expect(new Set(moves).size).toBe(moves.length);
  });

  it('go on without a jump, across the ends of the longest spans too', () => {
    fc.assert(
      fc.property(seeds, times, (seed, t) => {
        const market = new Market(seed);
        const step = Math.log(market.usd('ETH', t + 1) / market.usd('ETH', t));
        expect(Math.abs(step)).toBeLessThan(1e-5);
      }),
    );
  });

  it('change every second somewhere, and within a minute for most pairs, however coarse their ticks', () => {
    const market = new Market('market 1');
    const trading = listedSpot.filter(({ status, base }) => status === 'TRADING' && base !== 'USDC');
    for (let i = 0; i < 500; i++) {
      const t = NOW - i * 5 * HOUR;
      expect(trading.some(({ symbol }) => market.spot(symbol, t) !== market.spot(symbol, t + SECOND))).toBe(true);
      const still = trading.filter(({ symbol }) => market.spot(symbol, t) === market.spot(symbol, t + MINUTE));
      expect(still.length).toBeLessThan(trading.length / 2);
    }
  });

  it.each([
    ['a minute', MINUTE, 0.0003],
    ['15 minutes', 15 * MINUTE, 0.0012],
    ['4 hours', 4 * HOUR, 0.005],
    ['2 days', 2 * DAY, 0.015],
    ['30 days', 30 * DAY, 0.06],
    ['180 days', 180 * DAY, 0.15],
  ])('move over %s as a major coin does', (_name, horizon, typical) => {
    // Spread over ten years, so that neither a busy week nor a quiet one decides.
    const count = Math.min(500, Math.floor((10 * 365 * DAY) / horizon));
    const gap = (10 * 365 * DAY) / count;
    const all = SEEDS.map((seed) => {
      const market = new Market(seed);
      return Array.from({ length: count }, (_, i) => {
        const t = NOW - i * gap;
        return Math.log(market.usd('BTC', t) / market.usd('BTC', t - horizon));
      });
    });
    const pooled = deviation(all.flat()) / typical;
    expect(pooled).toBeGreaterThan(0.8);
    expect(pooled).toBeLessThan(1.25);
    for (const moves of all) {
      expect(deviation(moves) / typical).toBeGreaterThan(0.5);
      expect(deviation(moves) / typical).toBeLessThan(2);
    }
  });

  it('show no period: no frequency of a coin stands out', () => {
    for (const seed of SEEDS) {
      for (const code of ['BTC', 'ETH', 'XRP']) {
        const market = new Market(seed);
        // Among 255 frequencies of noise the loudest has about 2.4 %, and more where busy and quiet times differ much.
        expect(loudestFrequency(returns(market, code, DAY, SAMPLES))).toBeLessThan(0.07);
        expect(loudestFrequency(returns(market, code, 15 * MINUTE, SAMPLES))).toBeLessThan(0.14);
      }
    }
  });

  it.each([
    ['a minute', MINUTE],
    ['an hour', HOUR],
    ['a day', DAY],
  ])('do not announce the next move over %s', (_name, step) => {
    for (let lag = 1; lag <= 10; lag++) {
      const found = SEEDS.map((seed) => {
        const moves = returns(new Market(seed), 'BTC', step, 1000);
        return correlation(moves.slice(lag), moves.slice(0, -lag));
      });
      expect(Math.abs(mean(found))).toBeLessThan(0.06);
    }
  });

  it('have busy and quiet times', () => {
    const found = SEEDS.map((seed) => {
      const sizes = centred(returns(new Market(seed), 'BTC', 15 * MINUTE, 2000).map(Math.abs));
      return correlation(sizes.slice(1), sizes.slice(0, -1));
    });
    expect(mean(found)).toBeGreaterThan(0.05);
  });

  it('of the other coins follow the market, each in its own measure', () => {
    const market = new Market('market 1');
    const bitcoin = returns(market, 'BTC', DAY, 1000);
    const others = [...coins.keys()].filter((code) => !['BTC', 'EUR', 'USDT', 'USDC', ...Object.keys(CLOSED_AT)].includes(code));
    const found = others.map((code) => correlation(bitcoin, returns(market, code, DAY, 1000)));
    expect(Math.min(...found)).toBeGreaterThan(0.5);
    expect(Math.max(...found)).toBeLessThan(0.97);
    const sizes = others.map((code) => deviation(returns(market, code, DAY, 1000)) / deviation(bitcoin));
    expect(Math.max(...sizes)).toBeLessThan(2);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(0.2);
    // What is left without the market is each coin's own.
    const own = others.map((code) => {
      const moves = returns(market, code, DAY, 1000);
      const measure = (correlation(bitcoin, moves) * deviation(moves)) / deviation(bitcoin);
      return moves.map((move, i) => move - measure * (bitcoin[i] ?? 0));
    });
    const shared = own.slice(1).map((moves, i) => Math.abs(correlation(moves, own[i] ?? [])));
    expect(Math.max(...shared)).toBeLessThan(0.3);
  });

  it('of money hold: a dollar is a dollar, the euro moves little', () => {
    fc.assert(
      fc.property(seeds, times, (seed, t) => {
        const market = new Market(seed);
        expect(market.usd('USDT', t)).toBe(1);
        expect(Math.abs(market.usd('USDC', t) - 1)).toBeLessThan(0.002);
        expect(Math.abs(market.usd('EUR', t) / 1.08 - 1)).toBeLessThan(0.25);
      }),
    );
    const market = new Market('market 1');
    expect(new Set(Array.from({ length: 365 }, (_, day) => market.spot('USDCUSDT', NOW - day * DAY))).size).toBeGreaterThan(3);
    expect(deviation(returns(market, 'EUR', DAY, 500))).toBeLessThan(0.5 * deviation(returns(market, 'BTC', DAY, 500)));
  });

  it('of a pair are the quotient of its coins, and a future stands a little above', () => {
    const crosses = [...spotSymbols.values()].filter(({ quote }) => quote !== 'USDT');
    expect(crosses.length).toBeGreaterThan(4);
    fc.assert(
      fc.property(seeds, fc.constantFrom(...crosses), fc.constantFrom(...contracts.values()), times, (seed, cross, future, t) => {
        const market = new Market(seed);
        const exact = market.usd(cross.base, t) / market.usd(cross.quote, t);
        expect(Math.abs(Number(market.spot(cross.symbol, t)) / 1e8 - exact)).toBeLessThanOrEqual(0.5001 * 10 ** -cross.priceDecimals);
        const basis = market.usd(future.base, t) * 1.0004;
        expect(Math.abs(Number(market.futures(future.symbol, t)) / 1e8 - basis)).toBeLessThanOrEqual(0.5001 * 10 ** -future.priceDecimals);
        expect(Number(market.mark(future.symbol, t)) / 1e8 / market.usd(future.base, t)).toBeCloseTo(1.0002, 3);
      }),
    );
  });

  it('of a closed pair stand still from the day it closed', () => {
    const market = new Market('market 1');
    for (const [code, closedAt] of Object.entries(CLOSED_AT)) {
      const before = Array.from({ length: 10 }, (_, day) => market.spot(`${code}USDT`, closedAt - day * DAY));
      expect(new Set(before).size).toBeGreaterThan(5);
      expect(market.spot(`${code}USDT`, NOW)).toBe(before[0]);
      const candle = market.candle(`${code}USDT`, 'spot', closedAt + DAY, closedAt + 2 * DAY);
      expect([candle.open, candle.high, candle.low, candle.close]).toEqual([before[0], before[0], before[0], before[0]]);
      expect(market.volume(`${code}USDT`, closedAt - DAY, closedAt)).toBeGreaterThan(0);
      expect(market.volume(`${code}USDT`, closedAt, NOW)).toBe(0);
    }
  });
});

describe('candles', () => {
  it('hold every tick, and reach no further than the ticks at their corners', () => {
    fc.assert(
      fc.property(seeds, spotNames, times, fc.integer({ min: 1, max: 1800 }), (seed, symbol, from, seconds) => {
        const market = new Market(seed);
        const to = from + seconds * SECOND;
        const candle = market.candle(symbol, 'spot', from, to);
        const ticks = Array.from({ length: seconds + 1 }, (_, i) => market.spot(symbol, from + i * SECOND));
        expect(ticks.filter((price) => price < candle.low || price > candle.high)).toEqual([]);
        const corners = [market.spot(symbol, from), market.spot(symbol, to)];
        for (let t = Math.ceil(from / CORNER) * CORNER; t <= to; t += CORNER) corners.push(market.spot(symbol, t));
        expect(corners).toContain(candle.high);
        expect(corners).toContain(candle.low);
        expect([candle.open, candle.close]).toEqual([corners[0], corners[1]]);
      }),
    );
  });

  it('of 15 minutes are those of their minutes folded, and days those of their hours', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...contracts.keys()), fc.constantFrom('spot', 'futures'), times, (seed, symbol, kind, t) => {
        const market = new Market(seed);
        const candles = (spans: [number, number][]): Candle[] => spans.map(([from, to]) => market.candle(symbol, kind, from, to));
        const [quarter, day] = [Math.floor(t / (15 * MINUTE)) * 15 * MINUTE, Math.floor(t / DAY) * DAY];
        expect(market.candle(symbol, kind, quarter, quarter + 15 * MINUTE)).toMatchObject(fold(candles(split(quarter, MINUTE, 15))));
        expect(market.candle(symbol, kind, day, day + DAY)).toMatchObject(fold(candles(split(day, HOUR, 24))));
      }),
    );
  });

  it('of a minute mostly reach beyond where they open and close', () => {
    const market = new Market('market 1');
    const candles = split(NOW - DAY, MINUTE, 1440).map(([from, to]) => market.candle('BTCUSDT', 'spot', from, to));
    const wicked = candles.filter((c) => c.high > (c.open > c.close ? c.open : c.close) || c.low < (c.open < c.close ? c.open : c.close));
    expect(wicked.length / candles.length).toBeGreaterThan(0.5);
  });

  it('of the rolling day are those of its 24 hours, whatever second of a corner it ends at', () => {
    // Once in a hundred days the extreme lies within the first corners: many have to be looked at.
    const market = new Market('market 1');
    for (let i = 0; i < 1500; i++) {
      const t = NOW - i * 7 * HOUR;
      for (const at of [t + 4 * SECOND, t + 11 * SECOND]) {
        expect(market.day('ETHUSDT', at)).toEqual(market.candle('ETHUSDT', 'spot', at - DAY, at));
      }
    }
  });
});

describe('turnover', () => {
  const market = new Market('market 1');

  it('of a long candle is that of the short ones added up', () => {
    fc.assert(
      fc.property(seeds, openNames, times, fc.integer({ min: 1, max: 300 }), (seed, symbol, from, count) => {
        const own = new Market(seed);
        const spans = split(from, 7 * MINUTE, count);
        const parts = spans.map(([a, b]) => own.volume(symbol, a, b));
        expect(Math.min(...parts)).toBeGreaterThan(0);
        const whole = own.volume(symbol, from, from + count * 7 * MINUTE);
        expect(parts.reduce((sum, v) => sum + v, 0) / whole).toBeCloseTo(1, 6);
      }),
    );
  });

  it('changes from day to day without a period, around a level of the pair', () => {
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'CHZUSDT']) {
      const days = Array.from({ length: SAMPLES }, (_, i) => market.volume(symbol, NOW - (i + 1) * DAY, NOW - i * DAY));
      const level = mean(days);
      const changes = days.map((v) => v / level - 1);
      expect(deviation(changes)).toBeGreaterThan(0.2);
      expect(deviation(changes)).toBeLessThan(1.5);
      expect(loudestFrequency(changes)).toBeLessThan(0.12);
    }
    const dollars = (symbol: string): number => market.volume(symbol, NOW - 100 * DAY, NOW) * market.usd(spotSymbol(symbol).base, NOW);
    expect(dollars('BTCUSDT')).toBeGreaterThan(20 * dollars('CHZUSDT'));
  });

  it('is larger where prices move more', () => {
    const hours = split(NOW - 60 * DAY, HOUR, 60 * 24);
    const ranges = hours.map(([from, to]) => {
      const { high, low } = market.candle('BTCUSDT', 'spot', from, to);
      return Math.log(Number(high) / Number(low));
    });
    const volumes = hours.map(([from, to]) => Math.log(market.volume('BTCUSDT', from, to)));
    expect(correlation(centred(ranges), centred(volumes))).toBeGreaterThan(0.3);
  });

  it('of the candle still open is what was traded so far', () => {
    const open = Math.floor(NOW / HOUR) * HOUR;
    const row = (now: number): bigint => {
      const [first] = klines(market, 'spot', 'BTCUSDT', '1h', { from: open, to: undefined, limit: 1 }, now) as string[][];
      return units(first?.[5] ?? '');
    };
    const volumes = [1, 20, 40, 59].map((minutes) => row(open + minutes * MINUTE));
    expect(volumes.every((v, i) => i === 0 || v > (volumes[i - 1] ?? v))).toBe(true);
    expect(volumes[0]).toBeLessThan((volumes[3] ?? 0n) / 5n);
  });
});
