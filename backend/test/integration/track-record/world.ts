import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { emptyBlock, packBlock, withCandles, type SlotCandle } from '../../../src/trading/market/candles/candle-block.js';
import { LogSubjects, TransparencyLogService } from '../../../src/trading/transparency/index.js';
import type { TestApi } from '../../support/test-app.js';

export const DAY = '2026-11-10';
const MINUTES = 1440;
const at = (slot: number, open: number, high: number, low: number, close: number): SlotCandle => ({
  slot,
  open: String(open),
  high: String(high),
  low: String(low),
  close: String(close),
});
const flat = (from: number, to: number, price: number) =>
  Array.from({ length: to - from }, (_, n) => at(from + n, price, price, price, price));

/** A day on which 100 is touched, then 105, 110 and 120 are passed, and at the end everything falls. */
export const bitcoin = [
  ...flat(0, 10, 101),
  at(10, 101, 101, 99.5, 100.5),
  ...flat(11, 30, 102),
  at(30, 102, 106, 102, 106),
  ...flat(31, 60, 108),
  at(60, 108, 111, 108, 111),
  ...flat(61, 90, 111),
  at(90, 111, 121, 111, 119),
  ...flat(91, 120, 119),
  at(120, 119, 119, 90, 92),
  ...flat(121, MINUTES, 92),
];
/** Two minutes that do not tell what came first: of the second one the seconds are known. */
export const ether = [
  ...flat(0, 10, 101),
  at(10, 101, 101, 99.5, 100.5),
  ...flat(11, 20, 101),
  at(20, 101, 106, 94, 101),
  ...flat(21, 28, 101),
  at(28, 101, 101, 99.5, 101),
  at(29, 101, 101, 101, 101),
  at(30, 101, 106, 94, 95),
  ...flat(31, MINUTES, 95),
];
export const etherSeconds = [at(0, 101, 106, 101, 105), at(1, 105, 105, 94, 95)];

export async function storeDay(em: EntityManager, symbol: string, candles: readonly SlotCandle[]): Promise<void> {
  const { block } = withCandles(
    emptyBlock(MINUTES),
    candles,
    Array.from({ length: MINUTES }, (_, slot) => slot),
  );
  await em.execute(
    `insert into candle_days (venue, market, symbol, day, block, known_minutes, candle_count) values ('binance', 'futures', ?, ?, ?, ?, ?)`,
    [symbol, DAY, packBlock(block), MINUTES, candles.length],
  );
}

/** Settled at midnight, 08:00 and 16:00; known for that day and the night before. */
export async function storeFunding(em: EntityManager, symbol: string, rate: string, mark: string | null): Promise<void> {
  for (const time of ['00:00', '08:00', '16:00'])
    await em.execute(`insert into funding_rates (venue, symbol, at, rate, mark) values ('binance', ?, ?, ?, ?)`, [
      symbol,
      `${DAY}T${time}:00Z`,
      rate,
      mark,
    ]);
  await em.execute(
    `insert into funding_spans (venue, symbol, known_from, known_through, asked_at) values ('binance', ?, ?::timestamptz - interval
      '1 day', ?::timestamptz + interval '1 day', now())`,
    [symbol, `${DAY}T00:00:00Z`, `${DAY}T00:00:00Z`],
  );
}

export async function storeSeconds(em: EntityManager, symbol: string, slot: number, candles: readonly SlotCandle[]): Promise<void> {
  const { block } = withCandles(
    emptyBlock(60),
    candles,
    Array.from({ length: 60 }, (_, second) => second),
  );
  await em.execute(`insert into candle_minutes (venue, market, symbol, minute, block) values ('binance', 'futures', ?, ?, ?)`, [
    symbol,
    new Date(Date.parse(DAY) + slot * 60_000),
    packBlock(block),
  ]);
}

/** A copy of a signal as if it had been published then, with its leaf in the log. */
export async function published(api: TestApi, original: string, time: string, changes: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    published_at: `${DAY}T${time}Z`,
    projected_closure_at: `${DAY}T20:00:00Z`,
    base: 'BTC',
    asset: 'BTCUSDT',
    venue: 'binance',
    market: 'futures',
    entry_price: '100',
    stop_loss: '95',
    take_profit_1: '105',
    take_profit_2: '110',
    take_profit_3: '120',
    trailing_stop_loss: 'none',
    side: 'long',
    leverage: '10x',
    signal_message: 'Enter on the retest',
    market_condition: 'Bullish',
    ...changes,
  };
  const em = api.em();
  await em.execute('insert into signals select (jsonb_populate_record(s, ?::jsonb)).* from signals s where id = ?', [
    JSON.stringify(row),
    original,
  ]);
  const [log, subjects] = [api.app.get(TransparencyLogService, { strict: false }), api.app.get(LogSubjects, { strict: false })];
  await em.transactional(async (tx) => {
    const subject = (await subjects.of(tx, [id])).get(id)!;
    await log.append(tx, { ...subject, at: await log.moment(tx) });
  });
  return id;
}
