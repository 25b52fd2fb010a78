import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { signedInMember } from '../../support/people.js';
import { TickerDouble } from './ticker-double.js';
import { frame, frames, TickerWorld } from './ticker-world.js';

let exchange: TickerDouble;
let world: TickerWorld;

const LISTED = [
  { symbol: 'ETHUSDT', price: '3300.00', open: '3000', turnover: '500' },
  { symbol: 'BTCUSDT', price: '59400.00000000', open: '60000', turnover: '900.5' },
  { symbol: 'ETHBTC', price: '0.05' },
  { symbol: 'NEWUSDT', price: '0.00001234', open: '0', turnover: '700' },
];
const ROWS = [
  ['BTCUSDT', '59400.00000000', '-1.00'],
  ['NEWUSDT', '0.00001234', '0.00'],
  ['ETHUSDT', '3300.00', '10.00'],
];

beforeAll(async () => {
  exchange = await TickerDouble.start();
  world = await TickerWorld.start(exchange.url);
});
afterEach(async () => {
  await world.calm();
  await exchange.left();
  exchange.answer = (response, list) => void response.end(list);
  exchange.pairs = LISTED;
  exchange.asked.length = 0;
});
afterAll(async () => {
  await world.close();
  await exchange.stop();
});
beforeAll(() => {
  exchange.pairs = LISTED;
});

/** Somebody who has the list, with a stream that stands. */
async function settledVisitor() {
  const client = await world.visitor();
  await frame(client, ({ full, rows }) => full && rows.length === 3);
  await eventually(() => expect(exchange.streams).toBe(1));
  return client;
}

describe('who listens to the ticker', () => {
  it('needs no session, and hears nothing of members', async () => {
    const client = await world.open();
    client.say({ type: 'subscribe', topics: ['ticker', 'sync-runs'] });
    await frame(client, ({ rows }) => rows.length === 3);
    expect(client.heard.slice(0, 2)).toEqual([
      { type: 'error', code: 'topic.session-required', topic: 'sync-runs', message: 'Please sign in' },
      { type: 'subscribed', topics: ['ticker'] },
    ]);
  });

  it('may have a session, and other topics beside', async () => {
    const { token } = await signedInMember(world.api);
    const client = await world.visitor();
    client.say({ type: 'auth', token }, { type: 'subscribe', topics: ['sync-runs'] });
    expect(await client.told(({ topics }) => topics?.length === 2)).toEqual({ type: 'subscribed', topics: ['ticker', 'sync-runs'] });
    await frame(client, ({ rows }) => rows.length === 3);
  });

  it('has it until the subscription ends', async () => {
    const [client, other] = [await settledVisitor(), await settledVisitor()];
    client.say({ type: 'unsubscribe', topics: ['ticker'] });
    await client.told(({ topics }) => topics?.length === 0);
    const before = frames(client).length;
    exchange.say({ symbol: 'BTCUSDT', price: '1' });
    await frame(other, ({ rows }) => rows[0]?.[1] === '1');
    await client.settled();
    expect(frames(client)).toHaveLength(before);
  });

  it('is told everything once, however often it subscribes', async () => {
    const client = await settledVisitor();
    const before = frames(client).length;
    client.say({ type: 'subscribe', topics: ['ticker', 'ticker'] });
    await client.settled();
    expect(frames(client)).toHaveLength(before);
  });

  it('is the reason why the exchange is connected: nobody, no connection', async () => {
    const client = await world.open();
    await client.settled();
    expect([exchange.streams, exchange.asked]).toEqual([0, []]);
    await Promise.all([settledVisitor(), settledVisitor(), settledVisitor()]);
    expect([exchange.streams, exchange.asked]).toEqual([1, ['/api/v3/ticker/24hr?type=MINI']]);
    await world.calm();
    await eventually(() => expect(exchange.streams).toBe(0));
  });

  it('is counted, and so is how old the prices are', async () => {
    expect(await world.metric('tidemark_ticker_age_seconds')).toBeNaN();
    await Promise.all([settledVisitor(), settledVisitor()]);
    expect(await world.metric('tidemark_live_listeners', { topic: 'ticker' })).toBe(2);
    expect(await world.metric('tidemark_ticker_age_seconds')).toBeGreaterThanOrEqual(0);
    exchange.say();
    await eventually(async () => expect(await world.metric('tidemark_ticker_live')).toBe(1));
    await world.calm();
    expect(await world.metric('tidemark_live_listeners', { topic: 'ticker' })).toBe(0);
  });
});

describe('what is told', () => {
  it('is everything first, the highest turnover before the others, in the digits of the exchange', async () => {
    const client = await world.visitor();
    const full = await frame(client, ({ rows }) => rows.length > 0);
    expect(full).toEqual({ full: true, state: 'live', reason: null, age: expect.any(Number), rows: ROWS });
    // Whoever came before there was anything heard so.
    expect(frames(client)[0]).toEqual({ full: true, state: 'waiting', reason: null, age: null, rows: [] });
  });

  it('is then what has changed, and nothing else', async () => {
    const client = await settledVisitor();
    const from = client.heard.length;
    exchange.say(
      { symbol: 'ETHUSDT', price: '3300.00', open: '3000', turnover: '501' },
      { symbol: 'BTCUSDT', price: '59400.10000000', open: '60000' },
      { symbol: 'ETHBTC', price: '0.06' },
    );
    expect(await frame(client, ({ full }) => !full, from)).toMatchObject({ state: 'live', rows: [['BTCUSDT', '59400.10000000', '-1.00']] });
    exchange.say({ symbol: 'ETHUSDT', price: '3300.00', open: '3300', turnover: '501' });
    await frame(client, ({ rows }) => rows[0]?.[0] === 'ETHUSDT', from);
    expect(frames(client).at(-1)!.rows).toEqual([['ETHUSDT', '3300.00', '0.00']]);
  });

  it('is also that nothing has changed, as long as the exchange is heard', async () => {
    const client = await settledVisitor();
    const from = client.heard.length;
    exchange.say({ symbol: 'ETHUSDT', price: '3300.00', open: '3000' });
    expect(await frame(client, () => true, from)).toMatchObject({ full: false, state: 'live', rows: [] });
  });

  it('is for newcomers the present, and the same for all of them', async () => {
    const first = await settledVisitor();
    exchange.say({ symbol: 'ETHUSDT', price: '4000', turnover: '1000' });
    await frame(first, ({ rows }) => rows[0]?.[1] === '4000');
    const later = await world.visitor();
    expect((await frame(later, () => true)).rows.map(([symbol]) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT', 'NEWUSDT']);
  });

  it('is told no more often than once in a period, then all of it, except when the exchange goes', async () => {
    const client = await settledVisitor();
    const before = frames(client).length;
    // Longer than any test: only what need not wait is told.
    world.periods({ frameMs: 600_000 });
    for (const price of ['1', '2', '3']) exchange.say({ symbol: 'BTCUSDT', price });
    exchange.close();
    const last = await frame(client, ({ state }) => state === 'down');
    expect(frames(client).slice(before)).toEqual([last]);
    expect(last).toEqual({
      full: false,
      state: 'down',
      reason: 'the exchange closed the connection',
      age: expect.any(Number),
      rows: [['BTCUSDT', '3', '200.00']],
    });
  });
});

describe('a visitor who does not read', () => {
  const many = (price: number) =>
    Array.from({ length: 3000 }, (_, i) => ({ symbol: `PAIR-WITH-A-LONG-NAME-${i}USDT`, price: `${price}.00000000` }));
  /** More than a frame of them has, whatever the digits of their prices. */
  const BYTES = 3000 * 64;

  it('is passed over at no cost, while others are served, and has everything once it reads again', async () => {
    world.live.catchUpMs = 10;
    exchange.pairs = many(1);
    const [slow, quick] = [await world.visitor(), await world.visitor()];
    for (const client of [slow, quick]) await frame(client, ({ rows }) => rows.length === 3000);
    await eventually(() => expect(exchange.streams).toBe(1));
    slow.socket.pause();
    let price = 1;
    const turn = async (times: number) => {
      for (let i = 0; i < times; i++) {
        exchange.say(...many(++price));
        await frame(quick, ({ rows }) => rows[0]?.[1] === `${price}.00000000`);
      }
    };
    const skipped = async () => (await world.metric('tidemark_live_skipped_total', { topic: 'ticker' })) || 0;
    const before = await skipped();
    // Far more than the buffers of both ends of a connection hold, and then as much again.
    for (let turns = 0; (await skipped()) - before <= 20; turns++) {
      expect(turns).toBeLessThan(100);
      await turn(5);
    }
    const unread = await world.metric('tidemark_live_unread_bytes');
    expect(unread).toBeGreaterThan(0);
    expect(unread).toBeLessThan(BYTES + world.live.maxUnreadPublicBytes);
    expect(slow.closed).toBeNull();
    const from = slow.heard.length;
    slow.socket.resume();
    const whole = await frame(slow, ({ full }) => full, from);
    expect(whole.rows[0]).toEqual(['PAIR-WITH-A-LONG-NAME-0USDT', `${price}.00000000`, expect.any(String)]);
    // And goes on with what changes.
    exchange.say({ symbol: 'AUSDT', price: '5' });
    await frame(slow, ({ full, rows }) => !full && rows[0]?.[0] === 'AUSDT', from);
  });
});
