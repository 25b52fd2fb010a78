import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WeightBudget, WHOLE_ADDRESS } from '../../../src/trading/venues/budget/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { TickerDouble } from './ticker-double.js';
import { frame, frames, shown, TickerWorld } from './ticker-world.js';

let exchange: TickerDouble;
let world: TickerWorld;

const right = (response: ServerResponse, list: string) => void response.end(list);
const budgetOf = ({ api }: TickerWorld) => api.app.get(WeightBudget, { strict: false });

beforeAll(async () => {
  exchange = await TickerDouble.start();
  world = await TickerWorld.start(exchange.url);
});
beforeEach(() => {
  exchange.answer = right;
  exchange.asked.length = 0;
  exchange.pairs = [
    { symbol: 'AUSDT', price: '1' },
    { symbol: 'BUSDT', price: '1' },
  ];
});
afterEach(async () => {
  await world.calm();
  await exchange.left();
});
afterAll(async () => {
  await world.close();
  await exchange.stop();
});

describe('the list of all prices', () => {
  it('is paid for from the budget that everybody shares', async () => {
    const used = async () => (await budgetOf(world).status()).find(({ venue, name }) => venue === 'binance' && name === 'api')?.used ?? 0;
    // A window of the budget may end at any moment, and with it what was counted in it: then a list is asked for once more.
    await eventually(async () => {
      await world.calm();
      const before = await used();
      await frame(await world.visitor(), ({ rows }) => rows.length === 2);
      expect(await used()).toBeGreaterThanOrEqual(before + 80);
    });
  });

  it.each([
    [429, 'api'],
    [418, WHOLE_ADDRESS],
  ])('that is refused with %i is asked for by nobody until the exchange allows it, and the stream goes on', async (status, closed) => {
    const own = await TickerWorld.start(exchange.url);
    try {
      exchange.answer = (response) =>
        void response.writeHead(status, { 'retry-after': '600' }).end('{"code":-1003,"msg":"Too many requests."}');
      const client = await own.visitor();
      const scope = await eventually(async () => {
        const found = (await budgetOf(own).status()).find(({ name, closedUntil }) => name === closed && closedUntil);
        if (!found) throw new Error('the budget is open');
        return found;
      });
      expect(scope.closedUntil!.getTime()).toBeGreaterThan(Date.now() + 500_000);
      await eventually(() => expect(exchange.streams).toBe(1));
      for (const price of ['7', '8']) {
        exchange.say({ symbol: 'AUSDT', price });
        await frame(client, ({ state, rows }) => state === 'live' && rows[0]?.[1] === price);
      }
      expect(exchange.asked).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  it.each<[string, (response: ServerResponse, list: string) => void]>([
    ['an error', (response) => void response.writeHead(500).end('{}')],
    ['a page', (response) => void response.end('<html>')],
    ['a cut answer', (response, list) => void response.end(list.slice(0, -5))],
    ['an empty list', (response) => void response.end('[]')],
    ['a broken connection', (response) => void response.destroy()],
    ['another address', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['more than five megabytes', (response, list) => void response.end(`${list}${' '.repeat(5 * 1024 * 1024)}`)],
  ])('is asked for again where %s came instead, and the stream goes on meanwhile', async (_, wrong) => {
    exchange.answer = (response, list) => {
      exchange.answer = right;
      wrong(response, list);
    };
    const client = await world.visitor();
    const all = await frame(client, ({ rows }) => rows.length === 2);
    expect([all.full, all.state]).toEqual([true, 'live']);
    expect(exchange.asked).toHaveLength(2);
  });

  it('that comes late does not overwrite what the stream said meanwhile', async () => {
    let release: () => void = () => undefined;
    exchange.answer = (response, list) => {
      release = () => void response.end(list);
    };
    const client = await world.visitor();
    await eventually(() => expect([exchange.asked.length, exchange.streams]).toEqual([1, 1]));
    exchange.say({ symbol: 'AUSDT', price: '2' });
    expect(await frame(client, ({ rows }) => rows.length === 1)).toMatchObject({
      full: true,
      state: 'live',
      rows: [['AUSDT', '2', '100.00']],
    });
    release();
    expect((await frame(client, ({ rows }) => rows.length === 2)).rows).toEqual([
      ['AUSDT', '2', '100.00'],
      ['BUSDT', '1', '0.00'],
    ]);
  });

  it('comes anew after an interruption: what moved meanwhile is told, and pairs that are gone go', async () => {
    const client = await world.visitor();
    await frame(client, ({ rows }) => rows.length === 2);
    await eventually(() => expect(exchange.streams).toBe(1));
    exchange.pairs = [
      { symbol: 'BUSDT', price: '3' },
      { symbol: 'CUSDT', price: '1', turnover: '9' },
    ];
    const from = client.heard.length;
    exchange.cut();
    await frame(client, ({ state }) => state === 'down', from);
    const all = await frame(client, ({ full }) => full, from);
    expect(all.rows).toEqual([
      ['CUSDT', '1', '0.00'],
      ['BUSDT', '3', '200.00'],
    ]);
    // The list tells what was; only the stream itself is back when it is heard.
    expect(all.state).toBe('down');
    exchange.say({ symbol: 'CUSDT', price: '2' });
    await frame(client, ({ state }) => state === 'live', from);
    expect(shown(client)).toEqual({ CUSDT: '2', BUSDT: '3' });
  });

  it('is asked for once in its period, however often the stream breaks', async () => {
    world.periods({ listEveryMs: 600_000 });
    const client = await world.visitor();
    await frame(client, ({ rows }) => rows.length === 2);
    for (let times = 0; times < 3; times++) {
      await eventually(() => expect(exchange.streams).toBe(1));
      exchange.say({ symbol: 'AUSDT', price: `1${times}` });
      await frame(client, ({ rows }) => rows[0]?.[1] === `1${times}`);
      const from = client.heard.length;
      exchange.cut();
      await frame(client, ({ state }) => state === 'down', from);
    }
    expect(exchange.asked).toHaveLength(1);
    expect(frames(client).filter(({ full, rows }) => full && rows.length > 0)).toHaveLength(1);
  });
});
