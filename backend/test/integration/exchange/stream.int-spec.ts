import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocketServer, type WebSocket } from 'ws';
import { TickerFeed, TickerSettings } from '../../../src/trading/ticker/index.js';
import type { Ticker } from '../../../src/trading/venues/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { OwnSandbox } from './own-sandbox.js';

/** The sandbox sends a frame a second: silence is noticed after two and a half. */
const settings = Object.assign(new TickerSettings(), { handshakeMs: 2000, silenceMs: 2500, backoffMs: [20, 200], lingerMs: 50 });
/** Of the stream alone. */
const feedOf = (url: string, periods: Partial<TickerSettings> = {}) =>
  new TickerFeed({ url, settings: Object.assign(new TickerSettings(), settings, periods), list: () => new Promise(() => undefined) });

let sandbox: OwnSandbox;
let feed: TickerFeed;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
});
afterAll(async () => sandbox.stop());
afterEach(() => feed.onApplicationShutdown());

const act = (what: string) => sandbox.control<{ connections: number }>('POST', 'streams', { do: what });
const isLive = () => eventually(() => expect(feed.status()).toMatchObject({ state: 'live', reason: null }));
const isDown = () => eventually(() => expect(feed.status().state).toBe('down'));

/** Resolves with the next change that comes from now on. */
function nextTick(): Promise<readonly Ticker[]> {
  return new Promise((resolve) => {
    const stop = feed.listen(({ changed }) => {
      if (changed.length === 0) return;
      stop();
      resolve(changed);
    });
  });
}

describe('the ticker', () => {
  beforeEach(async () => {
    await act('resume');
    feed = feedOf(sandbox.url);
  });

  it('connects for the first listener, tells prices of pairs in USDT, and rests after the last', async () => {
    expect(feed.status()).toEqual({ state: 'idle', reason: null, ageMs: null });
    const stop = feed.listen(() => undefined);
    expect(feed.status().state).toBe('waiting');
    await isLive();
    const tickers = feed.ranked();
    const { ageMs } = feed.status();
    expect(tickers.length).toBeGreaterThan(10);
    for (const { symbol, price, change, turnover } of tickers) {
      expect(symbol).toMatch(/^[A-Z0-9]+USDT$/);
      expect(price).toMatch(/^\d+\.\d+$/);
      expect(change).toMatch(/^-?\d+\.\d\d$/);
      expect(turnover).toBeGreaterThan(0);
    }
    expect(ageMs).toBeGreaterThanOrEqual(0);
    stop();
    await eventually(() => expect(feed.status().state).toBe('idle'));
    await eventually(async () => expect(await act('resume')).toMatchObject({ connections: 0 }));
  });

  it('has one connection for all listeners, and hands each of them every change', async () => {
    const [one, other] = await Promise.all([nextTick(), nextTick()]);
    expect(one).toEqual(other);
    const stops = [feed.listen(() => undefined), feed.listen(() => undefined)];
    // A frame that comes late has the feed connect anew: for a moment there may be none, or the old one still.
    await eventually(async () => expect(await act('resume')).toMatchObject({ connections: 1 }));
    for (const stop of stops) stop();
  });

  it('recovers from a server that says nothing any more, not even pings', async () => {
    feed.listen(() => undefined);
    await isLive();
    await act('silence');
    await isDown();
    expect(feed.status()).toMatchObject({ reason: 'nothing is heard from the exchange' });
    expect(feed.status().ageMs).toBeGreaterThan(1000);
    expect(feed.ranked().length).toBeGreaterThan(0);
    await act('resume');
    await isLive();
    await nextTick();
  });

  it.each(['terminate', 'close', 'shutdown'])('recovers from a %s', async (action) => {
    feed.listen(() => undefined);
    await isLive();
    await act(action);
    // The first may still come through the connection that ends.
    await nextTick();
    expect((await nextTick()).length).toBeGreaterThan(0);
    expect(feed.status()).toMatchObject({ state: 'live', reason: null });
  });

  it('recovers from a server that refused for a while, and says why it is down', async () => {
    feed.listen(() => undefined);
    await isLive();
    await act('refuse');
    await eventually(() =>
      expect(feed.status()).toMatchObject({ state: 'down', reason: 'the exchange refuses the connection (HTTP 503)' }),
    );
    // The last prices stay, with their age.
    expect(feed.ranked().length).toBeGreaterThan(0);
    await act('resume');
    await isLive();
    await nextTick();
  });
});

describe('the ticker before a server of another kind', () => {
  let tcp: TcpServer | undefined;
  let http: Server | undefined;
  let webSockets: WebSocketServer | undefined;
  const urlOf = (server: TcpServer | Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  afterEach(async () => {
    feed.onApplicationShutdown();
    for (const socket of webSockets?.clients ?? []) socket.terminate();
    for (const server of [tcp, http]) await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    tcp = http = webSockets = undefined;
  });

  it('gives up a connection that never becomes one, and tries again', async () => {
    const sockets = new Set<Socket>();
    // Takes connections and says nothing: half-open for good. It reads, so that it hears when a client has gone, also one that comes while
    // the test ends.
    tcp = createTcpServer((socket) => sockets.add(socket.on('error', () => socket.destroy()).resume()));
    await new Promise<void>((resolve) => tcp!.listen(0, '127.0.0.1', resolve));
    feed = feedOf(urlOf(tcp), { handshakeMs: 100 });
    feed.listen(() => undefined);
    await eventually(() => expect(sockets.size).toBeGreaterThan(1));
    expect(feed.status()).toMatchObject({ state: 'down', ageMs: null });
    expect(feed.ranked()).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });

  /** Serves WebSockets; `greet` speaks first. */
  async function serve(greet: (socket: WebSocket, connection: number) => void): Promise<{ connections: () => number }> {
    let connections = 0;
    http = createServer();
    webSockets = new WebSocketServer({ server: http });
    webSockets.on('connection', (socket) => greet(socket, ++connections));
    await new Promise<void>((resolve) => http!.listen(0, '127.0.0.1', resolve));
    feed = feedOf(urlOf(http), { silenceMs: 60_000, handshakeMs: 60_000 });
    return { connections: () => connections };
  }
  const prices = JSON.stringify([{ e: '24hrMiniTicker', s: 'AUSDT', c: '2', o: '1' }]);

  it('connects anew at once where a shutdown is announced, without waiting for the end', async () => {
    const server = await serve((socket, n) => {
      socket.send(prices);
      // The announced end never comes.
      if (n === 1) socket.send('{"e":"serverShutdown","E":1}');
    });
    feed.listen(() => undefined);
    await eventually(() => expect(server.connections()).toBe(2));
    await isLive();
  });

  it.each(['<html>', '[{"s":"AUSDT"', ''])('does not believe a server that sends %j, and tries again', async (text) => {
    const server = await serve((socket, n) => socket.send(n < 3 ? text : prices));
    feed.listen(() => undefined);
    await isLive();
    expect(server.connections()).toBe(3);
    expect(feed.ranked()).toMatchObject([{ symbol: 'AUSDT', price: '2', change: '100.00' }]);
  });

  it('takes no message beyond five megabytes', async () => {
    const server = await serve((socket, n) => socket.send(n === 1 ? `[${' '.repeat(6 * 1024 * 1024)}]` : prices));
    feed.listen(() => undefined);
    await isLive();
    expect(server.connections()).toBe(2);
  });
});
