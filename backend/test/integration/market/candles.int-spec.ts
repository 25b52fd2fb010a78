import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../src/platform/domain/index.js';
import { VenueGateway } from '../../../src/trading/venues/adapters/index.js';
import { CandleRefillService, CandleStore, SecondCandlesService, type MarketSymbol } from '../../../src/trading/market/index.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { CountingBudget } from '../exchange/counting-budget.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { CandleDouble, type MinuteCandle } from './candle-double.js';

const second = (text: string) => Date.parse(`${text}Z`) / 1000;
const BEGIN = second('2026-11-18T22:30:00');
const BTC: MarketSymbol = { venue: 'binance', market: 'spot', symbol: 'BTCUSDT' };
const never = new AbortController().signal;

class SetClock extends Clock {
  at = second('2026-11-19T01:00:30');
  now(): Date {
    return new Date(this.at * 1000);
  }
}

let database: TestDatabase;
let orm: MikroORM;
const venue = new CandleDouble();
const clock = new SetClock();
const refill = new CandleRefillService(venue, clock);
const store = new CandleStore();
const em = () => orm.em.fork() as EntityManager;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormOptions(database.url));
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

/** A price that is another every minute. */
const wave = (minute: number): MinuteCandle | null => {
  const at = (n: number) => (64_000 + 500 * Math.sin(n / 7)).toFixed(2);
  const [open, close] = [at(minute / 60), at(minute / 60 + 1)];
  return {
    open,
    close,
    high: String(Math.max(Number(open), Number(close)) + 1.5),
    low: String(Math.min(Number(open), Number(close)) - 1.5),
  };
};

beforeEach(async () => {
  clock.at = second('2026-11-19T01:00:30');
  venue.reset({ BTCUSDT: wave }, () => clock.at);
  await em().execute('delete from candle_days');
  await em().execute('delete from candle_minutes');
});

const rows = () =>
  em().execute<{ day: string; known: number; count: number; version: string }[]>(
    'select day::text as day, known_minutes as known, candle_count as count, xmin::text as version from candle_days order by day',
  );
const load = async (from = BEGIN, to = clock.at) => (await store.load(em(), BTC, from, to)).from(from);

describe('minutes of a pair', () => {
  it('are fetched once, in one question over midnight, and come back as they were told', async () => {
    expect(await refill.refill(em(), BTC, BEGIN, never)).toEqual({ candles: 150, asked: 1, lateFrom: null, gone: false });
    const series = await load();
    expect([series.size, series.through]).toEqual([150, second('2026-11-19T01:00:00')]);
    for (const n of [0, 89, 90, 149]) {
      const { open, high, low, close } = wave(BEGIN + n * 60)!;
      expect([series.time[n], series.open[n], series.high[n], series.low[n], series.close[n]]).toEqual([
        BEGIN + n * 60,
        ...[open, high, low, close].map(Number),
      ]);
    }
    expect((await rows()).map(({ day, known, count }) => [day, known, count])).toEqual([
      ['2026-11-18', 90, 90],
      ['2026-11-19', 60, 60],
    ]);
  });

  it('are not asked for again, and nothing is written the second time', async () => {
    await refill.refill(em(), BTC, BEGIN, never);
    const before = await rows();
    expect(await refill.refill(em(), BTC, BEGIN, never)).toEqual({ candles: 0, asked: 0, lateFrom: null, gone: false });
    expect(await rows()).toEqual(before);
  });

  it('that came since are asked for alone', async () => {
    await refill.refill(em(), BTC, BEGIN, never);
    clock.at += 120;
    venue.asked.length = 0;
    expect(await refill.refill(em(), BTC, BEGIN, never)).toMatchObject({ candles: 2, asked: 1 });
    expect(venue.asked.map(({ from, to }) => [from.toISOString(), to.toISOString()])).toEqual([
      ['2026-11-19T01:00:00.000Z', '2026-11-19T01:02:00.000Z'],
    ]);
  });

  it('are stored the same by two who ask at once', async () => {
    await Promise.all([refill.refill(em(), BTC, BEGIN, never), refill.refill(em(), BTC, BEGIN, never)]);
    expect((await load()).size).toBe(150);
    expect((await rows()).map(({ known, count }) => [known, count])).toEqual([
      [90, 90],
      [60, 60],
    ]);
  });

  it('before the first that is known are asked for where somebody needs them', async () => {
    await refill.refill(em(), BTC, BEGIN, never);
    expect(await refill.refill(em(), BTC, BEGIN - 3600, never)).toMatchObject({ candles: 60, asked: 1 });
    expect((await load(BEGIN - 3600)).size).toBe(210);
  });

  it('stay known as far as they were told when the venue goes away between two questions', async () => {
    const from = second('2026-11-19T01:00:00') - 25 * 86_400;
    venue.downFrom(2);
    await expect(refill.refill(em(), BTC, from, never)).rejects.toMatchObject({ name: 'VenueUnavailable' });
    const known = await load(from);
    expect(known.size).toBe(14_400);
    venue.downFrom(Infinity);
    await refill.refill(em(), BTC, from, never);
    expect(await load(from)).toMatchObject({ size: 36_000, through: second('2026-11-19T01:00:00') });
  });
});

describe('a gap', () => {
  const gap = second('2026-11-18T23:10:00');
  const without = (minute: number) => (minute >= gap && minute < gap + 300 ? null : wave(minute));

  it('is known to be one, and does not hold up what comes behind it', async () => {
    venue.pairs = { BTCUSDT: without };
    await refill.refill(em(), BTC, BEGIN, never);
    expect(await load()).toMatchObject({ size: 145, through: second('2026-11-19T01:00:00') });
    venue.asked.length = 0;
    await refill.refill(em(), BTC, BEGIN, never);
    expect(venue.asked).toEqual([]);
  });

  it('is asked for again where it is young, once an hour, and what comes late is told', async () => {
    venue.pairs = { BTCUSDT: without };
    await refill.refill(em(), BTC, BEGIN, never);
    await em().execute(`update candle_days set asked_at = now() - interval '2 hours'`);
    expect(await refill.refill(em(), BTC, BEGIN, never)).toMatchObject({ candles: 0, asked: 1, lateFrom: null });
    expect(await refill.refill(em(), BTC, BEGIN, never)).toMatchObject({ asked: 0 });
    venue.pairs = { BTCUSDT: wave };
    await em().execute(`update candle_days set asked_at = now() - interval '2 hours'`);
    expect(await refill.refill(em(), BTC, BEGIN, never)).toMatchObject({ candles: 5, lateFrom: gap });
    expect((await load()).size).toBe(150);
  });

  it('that is old is left alone', async () => {
    venue.pairs = { BTCUSDT: without };
    await refill.refill(em(), BTC, BEGIN, never);
    clock.at += 4 * 86_400;
    await refill.refill(em(), BTC, BEGIN, never);
    venue.asked.length = 0;
    await em().execute(`update candle_days set asked_at = now() - interval '2 hours'`);
    await refill.refill(em(), BTC, BEGIN, never);
    expect(venue.asked.filter(({ from }) => from.getTime() / 1000 <= gap)).toEqual([]);
  });

  it('at the end is none yet: the venue may still be writing', async () => {
    venue.pairs = { BTCUSDT: (minute) => (minute >= clock.at - 180 ? null : wave(minute)) };
    await refill.refill(em(), BTC, BEGIN, never);
    expect((await load()).through).toBe(second('2026-11-19T00:58:00'));
    // A later candle, or time, says that there is none.
    venue.pairs = { BTCUSDT: (minute) => (minute === second('2026-11-19T00:58:00') ? null : wave(minute)) };
    await refill.refill(em(), BTC, BEGIN, never);
    expect(await load()).toMatchObject({ size: 149, through: second('2026-11-19T01:00:00') });
  });

  it('is all there is of a pair that is listed no more, and a pair that never was is told as such', async () => {
    await refill.refill(em(), BTC, BEGIN, never);
    venue.pairs = {};
    clock.at += 3600;
    expect(await refill.refill(em(), BTC, BEGIN, never)).toMatchObject({ gone: false, candles: 0 });
    expect((await load()).through).toBeGreaterThan(second('2026-11-19T01:50:00'));
    expect(await refill.refill(em(), { ...BTC, symbol: 'NILUSDT' }, BEGIN, never)).toMatchObject({ gone: true, candles: 0 });
  });
});

describe('of the sandbox exchange', () => {
  let sandbox: OwnSandbox;
  let gateway: VenueGateway;
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    gateway = new VenueGateway(new CountingBudget(), sandbox.url);
  });
  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await sandbox.stop();
  });

  const now = () => Math.floor(Date.now() / 60_000) * 60;

  it.each(['spot', 'futures'] as const)('%s minutes are kept with every digit, three pages at a time', async (market) => {
    const of: MarketSymbol = { venue: 'binance', market, symbol: 'ETHUSDT' };
    const end = now();
    clock.at = end + 30;
    const from = end - 2500 * 60;
    const { candles } = await new CandleRefillService(gateway, clock).refill(em(), of, from, never);
    expect(candles).toBe(2500);
    const series = (await store.load(em(), of, from, clock.at)).from(from);
    expect([series.size, series.through]).toEqual([2500, end]);
    const { rows: told } = await gateway
      .market('binance', { lane: 'backfill', maxWaitMs: 0 })
      .candles({ market, symbol: 'ETHUSDT', length: '1m', from: new Date(from * 1000), to: new Date((from + 600) * 1000) });
    expect(told).toHaveLength(10);
    expect(told.map(({ open, high, low, close }) => [open, high, low, close].map(Number))).toEqual(
      told.map((_, n) => [series.open[n], series.high[n], series.low[n], series.close[n]]),
    );
  });

  it('seconds of spot reach exactly what their minute reached; of futures there are none', async () => {
    const minute = now() - 600;
    const seconds = new SecondCandlesService(gateway);
    const spot = (await seconds.ask(em(), BTC, [minute], never)).get(minute)!;
    expect(spot.size).toBe(60);
    const {
      rows: [whole],
    } = await gateway
      .market('binance', { lane: 'backfill', maxWaitMs: 0 })
      .candles({ market: 'spot', symbol: 'BTCUSDT', length: '1m', from: new Date(minute * 1000), to: new Date((minute + 60) * 1000) });
    expect([Math.max(...spot.high), Math.min(...spot.low), spot.open[0], spot.close[59]]).toEqual([
      Number(whole!.high),
      Number(whole!.low),
      Number(whole!.open),
      Number(whole!.close),
    ]);
    expect(await seconds.load(em(), BTC, [minute, minute + 60])).toEqual(new Map([[minute, spot]]));
    expect((await seconds.ask(em(), { ...BTC, market: 'futures' }, [minute], never)).get(minute)?.size).toBe(0);
  });
});
