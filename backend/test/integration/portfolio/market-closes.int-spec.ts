import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { VenueGateway } from '../../../src/trading/venues/adapters/index.js';
import type { ClientOptions } from '../../../src/trading/venues/port/index.js';
import { MarketClosesService } from '../../../src/trading/market/index.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { CountingBudget } from '../exchange/counting-budget.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { MarketDouble } from './market-double.js';

const options: ClientOptions = { lane: 'backfill', maxWaitMs: 0 };
const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(`${text}:00Z`);

let database: TestDatabase;
let orm: MikroORM;
const market = new MarketDouble();

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormOptions(database.url));
});

afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

beforeEach(async () => {
  Object.assign(market, { down: false, pairs: { BTCUSDT: (end: number) => (end < at('2026-10-10T00:00') ? null : String(end / 60_000)) } });
  market.asked.length = 0;
  await orm.em.fork().execute('delete from market_closes');
});

const closes = new MarketClosesService(market);
const reading = () => closes.reading(orm.em.fork() as EntityManager, 'binance', new AbortController().signal);
const midnights = (from: string, count: number) => Array.from({ length: count }, (_, n) => at(from) + n * DAY_MS);

describe('closing prices', () => {
  it('are asked for once, and kept', async () => {
    const wanted = [...midnights('2026-11-01T00:00', 10), at('2026-11-03T07:00'), at('2026-11-03T07:13')];
    const first = await closes.closes(reading(), 'spot', 'BTCUSDT', wanted);
    expect(wanted.map((end) => first.get(end))).toEqual(wanted.map((end) => String(end / 60_000)));
    expect(market.asked.map(({ length }) => length)).toEqual(['1d', '1h', '1m']);
    expect(await closes.closes(reading(), 'spot', 'BTCUSDT', wanted)).toEqual(first);
    expect(market.asked).toHaveLength(3);
  });

  it('are remembered as none where the venue had no candle or knows no such pair', async () => {
    for (const symbol of ['BTCUSDT', 'NILUSDT']) {
      const told = await closes.closes(reading(), 'spot', symbol, [at('2026-10-09T00:00')]);
      expect([...told.values()]).toEqual([null]);
    }
    const again = reading();
    await closes.closes(again, 'spot', 'NILUSDT', [at('2026-10-09T00:00')]);
    expect(market.asked).toHaveLength(2);
    expect(again.incompleteFrom).toBeNull();
  });

  it('are not known where the venue is out of reach, which is asked no more then, and nothing is remembered', async () => {
    market.down = true;
    const one = reading();
    expect(await closes.closes(one, 'spot', 'BTCUSDT', [at('2026-11-02T00:00'), at('2026-11-05T09:30')])).toEqual(new Map());
    await closes.closes(one, 'spot', 'ETHUSDT', [at('2026-11-01T00:00')]);
    expect(market.asked).toHaveLength(1);
    expect(one.incompleteFrom).toBe(at('2026-11-01T00:00'));
    market.down = false;
    expect((await closes.closes(reading(), 'spot', 'BTCUSDT', [at('2026-11-02T00:00')])).get(at('2026-11-02T00:00'))).toBe(
      String(at('2026-11-02T00:00') / 60_000),
    );
  });

  it('of minutes that are not over are not told', async () => {
    const end = market.serverTime.getTime() + 60_000;
    const one = reading();
    expect((await closes.closes(one, 'spot', 'BTCUSDT', [end])).size).toBe(0);
    expect(one.incompleteFrom).toBe(end);
  });
});

describe('candles of the sandbox exchange', () => {
  let sandbox: OwnSandbox;
  let gateway: VenueGateway;
  const budget = new CountingBudget();

  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    gateway = new VenueGateway(budget, sandbox.url);
  });

  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await sandbox.stop();
  });

  it('end the day with the close of its last minute, of coins and of contracts, page after page', async () => {
    const venue = gateway.market('binance', options);
    for (const kind of ['spot', 'futures'] as const) {
      const [from, to] = [new Date('2023-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
      const { rows } = await venue.closes({ market: kind, symbol: 'BTCUSDT', length: '1d', from, to });
      expect(rows.map(({ opensAt }) => opensAt.getTime())).toEqual(
        Array.from({ length: (to.getTime() - from.getTime()) / DAY_MS }, (_, n) => from.getTime() + n * DAY_MS),
      );
      const { rows: minutes } = await venue.closes({
        market: kind,
        symbol: 'BTCUSDT',
        length: '1m',
        from: new Date(to.getTime() - 60_000),
        to,
      });
      expect(minutes).toEqual([{ opensAt: new Date(to.getTime() - 60_000), price: rows.at(-1)!.price }]);
    }
  });

  it('are refused for a pair that there is not', async () => {
    const wish = {
      market: 'spot',
      symbol: 'NILUSDT',
      length: '1d',
      from: new Date('2026-01-01T00:00:00Z'),
      to: new Date('2026-01-02T00:00:00Z'),
    } as const;
    await expect(gateway.market('binance', options).closes(wish)).rejects.toMatchObject({ name: 'SymbolGone' });
    const { symbols, join } = await gateway.market('binance', options).spotPairs();
    expect(symbols.has(join('BTC', 'USDT'))).toBe(true);
  });
});
