import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { TickerDouble } from './ticker-double.js';
import { frame, frames, shown, TickerWorld } from './ticker-world.js';

describe('the ticker over the sandbox exchange', () => {
  let sandbox: OwnSandbox;
  let world: TickerWorld;
  let trading: string[];

  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    world = await TickerWorld.start(sandbox.url);
    const { symbols } = (await (await fetch(`${sandbox.url}/api/v3/exchangeInfo`)).json()) as {
      symbols: { symbol: string; quoteAsset: string; status: string }[];
    };
    trading = symbols
      .filter(({ quoteAsset, status }) => quoteAsset === 'USDT' && status === 'TRADING')
      .map(({ symbol }) => symbol)
      .sort();
  });
  afterEach(async () => {
    await act('resume');
    await world.calm();
  });
  afterAll(async () => {
    await world.close();
    await sandbox.stop();
  });

  const act = (what: string) => sandbox.control<{ connections: number }>('POST', 'streams', { do: what });

  /** Somebody who hears the stream, and has the list of all pairs: the list may come behind the first words of the stream. */
  async function listener() {
    const client = await world.visitor();
    await frame(client, ({ full, state, rows }) => !full && state === 'live' && rows.length > 0);
    await eventually(() => expect(Object.keys(shown(client)).sort()).toEqual(trading));
    return client;
  }

  it('shows every pair in USDT that trades, then what changes', async () => {
    expect(trading.length).toBeGreaterThan(2);
    const client = await listener();
    for (const [, price, change] of frames(client).flatMap(({ rows }) => rows)) {
      expect(price).toMatch(/^\d+\.\d{8}$/);
      expect(change).toMatch(/^(?!-0\.00)-?\d+\.\d\d$/);
    }
  });

  it('is down when the exchange says nothing any more, with the age of the last price, and comes back', async () => {
    // Long enough that one second of the sandbox exchange is no silence, and several are none.
    world.periods({ silenceMs: 5000 });
    const client = await listener();
    await act('silence');
    const down = await frame(client, ({ state }) => state === 'down');
    expect(down).toMatchObject({ full: false, reason: 'nothing is heard from the exchange' });
    expect(down.age).toBeGreaterThan(2000);
    const late = await world.visitor();
    const first = await frame(late, () => true);
    expect(first).toMatchObject({ full: true, state: 'down', reason: 'nothing is heard from the exchange' });
    expect(first.rows.length).toBe(Object.keys(shown(client)).length);
    const from = client.heard.length;
    await act('resume');
    expect(await frame(client, ({ state }) => state === 'live', from)).toMatchObject({ reason: null });
  });

  it.each(['terminate', 'close'])('comes back after a %s', async (what) => {
    const client = await listener();
    const from = client.heard.length;
    await act(what);
    await frame(client, ({ state }) => state === 'down', from);
    await frame(client, ({ state, rows }) => state === 'live' && rows.length > 0, from);
    await eventually(async () => expect(await act('resume')).toMatchObject({ connections: 1 }));
  });

  it('is not even down when the exchange announces that it will close the connection', async () => {
    const client = await listener();
    await act('shutdown');
    const from = client.heard.length;
    for (let ticks = 1; ticks <= 3; ticks++) await frame(client, ({ rows }) => rows.length > 0, client.heard.length);
    expect(client.heard.slice(from).map(({ data }) => data?.['state'])).not.toContain('down');
    await eventually(async () => expect(await act('resume')).toMatchObject({ connections: 1 }));
  });

  it('says why where the exchange refuses, and comes back', async () => {
    const client = await listener();
    await act('refuse');
    await frame(client, ({ state, reason }) => state === 'down' && reason === 'the exchange refuses the connection (HTTP 503)');
    const from = client.heard.length;
    await act('resume');
    expect(await frame(client, ({ state }) => state === 'live', from)).toMatchObject({ reason: null });
  });
});

describe('two API processes', () => {
  it('each have a stream of their own: their visitors hear the same, and the end of one is nothing to the other', async () => {
    const exchange = await TickerDouble.start();
    exchange.pairs = [{ symbol: 'AUSDT', price: '1' }];
    const [one, other] = await Promise.all([TickerWorld.start(exchange.url), TickerWorld.start(exchange.url)]);
    const worlds = [one, other];
    try {
      const visitors = await Promise.all(worlds.map(async (world) => [await world.visitor(), await world.visitor()] as const));
      const all = visitors.flat();
      for (const client of all) await frame(client, ({ rows }) => rows.length === 1);
      await eventually(() => expect(exchange.streams).toBe(2));
      exchange.say({ symbol: 'AUSDT', price: '2' }, { symbol: 'BUSDT', price: '0.50' });
      for (const client of all) await frame(client, ({ rows }) => rows.length === 2);
      for (const client of all) expect(shown(client)).toEqual({ AUSDT: '2', BUSDT: '0.50' });

      const [lost, kept] = visitors;
      worlds.shift();
      await one.close();
      for (const client of lost!) expect(await client.end()).toEqual({ code: 1001, reason: 'the server restarts' });
      await eventually(() => expect(exchange.streams).toBe(1));
      exchange.say({ symbol: 'AUSDT', price: '3' });
      for (const client of kept!) await frame(client, ({ rows }) => rows[0]?.[1] === '3');
      expect(kept!.map((client) => frames(client).some(({ state }) => state === 'down'))).toEqual([false, false]);
    } finally {
      for (const world of worlds) await world.close();
      await exchange.stop();
    }
  });
});
