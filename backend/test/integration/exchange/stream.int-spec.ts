import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocketServer, type WebSocket } from 'ws';
import { TickerFeed, type Ticker } from '../../../src/exchange/stream/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { OwnSandbox } from './own-sandbox.js';

/** The sandbox sends a frame a second: silence is noticed after two and a half. */
const times = { handshakeMs: 2000, silenceMs: 2500, backoffMs: [20, 200] } as const;

let sandbox: OwnSandbox;
let feed: TickerFeed;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
});
afterAll(async () => sandbox.stop());
afterEach(() => feed.onApplicationShutdown());

const act = (what: string) => sandbox.control<{ connections: number }>('POST', 'streams', { do: what });
const isLive = () => eventually(() => expect(feed.snapshot()).toMatchObject({ state: 'live', reason: null }));
const isDown = () => eventually(() => expect(feed.snapshot().state).toBe('down'));

/** Resolves with the next change that comes from now on. */
function nextTick(): Promise<readonly Ticker[]> {
  return new Promise((resolve) => {
    const stop = feed.onTick((tickers) => {
      stop();
      resolve(tickers);
    });
  });
}

describe('the ticker', () => {
  beforeEach(async () => {
    await act('resume');
    feed = new TickerFeed({ url: sandbox.url, times, lingerMs: 50 });
  });

  it('connects for the first listener, tells prices of pairs in USDT, and rests after the last', async () => {
    expect(feed.snapshot()).toEqual({ state: 'idle', reason: null, tickers: [], ageMs: null });
    const stop = feed.onTick(() => undefined);
    expect(feed.snapshot().state).toBe('waiting');
    await isLive();
    const { tickers, ageMs } = feed.snapshot();
    expect(tickers.length).toBeGreaterThan(10);
    for (const { symbol, price, percent } of tickers) {
      expect(symbol).toMatch(/^[A-Z0-9]+USDT$/);
      expect(price).toMatch(/^\d+\.\d+$/);
      expect(Number.isFinite(percent)).toBe(true);
    }
    expect(ageMs).toBeGreaterThanOrEqual(0);
    stop();
    await eventually(() => expect(feed.snapshot().state).toBe('idle'));
    await eventually(async () => expect(await act('resume')).toMatchObject({ connections: 0 }));
  });

  it('has one connection for all listeners, and hands each of them every change', async () => {
    const [one, other] = await Promise.all([nextTick(), nextTick()]);
    expect(one).toEqual(other);
    const stops = [feed.onTick(() => undefined), feed.onTick(() => undefined)];
    expect(await act('resume')).toMatchObject({ connections: 1 });
    for (const stop of stops) stop();
  });

  it('recovers from a server that says nothing any more, not even pings', async () => {
    feed.onTick(() => undefined);
    await isLive();
    await act('silence');
    await isDown();
    expect(feed.snapshot()).toMatchObject({ reason: 'nothing was heard', tickers: expect.any(Array) });
    expect(feed.snapshot().ageMs).toBeGreaterThan(1000);
    await act('resume');
    await isLive();
    await nextTick();
  });

  it.each(['terminate', 'close', 'shutdown'])('recovers from a %s', async (action) => {
    feed.onTick(() => undefined);
    await isLive();
    await act(action);
    // The first may still come through the connection that ends.
    await nextTick();
    expect((await nextTick()).length).toBeGreaterThan(0);
    expect(feed.snapshot()).toMatchObject({ state: 'live', reason: null });
  });

  it('recovers from a server that refused for a while, and says why it is down', async () => {
    feed.onTick(() => undefined);
    await isLive();
    await act('refuse');
    await eventually(() => expect(feed.snapshot()).toMatchObject({ state: 'down', reason: 'HTTP 503' }));
    // The last prices stay, with their age.
    expect(feed.snapshot().tickers.length).toBeGreaterThan(0);
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
    // Takes connections and says nothing: half-open for good.
    tcp = createTcpServer((socket) => sockets.add(socket.on('error', () => socket.destroy())));
    await new Promise<void>((resolve) => tcp!.listen(0, '127.0.0.1', resolve));
    feed = new TickerFeed({ url: urlOf(tcp), times: { ...times, handshakeMs: 100 } });
    feed.onTick(() => undefined);
    await eventually(() => expect(sockets.size).toBeGreaterThan(1));
    expect(feed.snapshot()).toMatchObject({ state: 'down', tickers: [], ageMs: null });
    for (const socket of sockets) socket.destroy();
  });

  /** Serves WebSockets; `greet` speaks first. */
  async function serve(greet: (socket: WebSocket, connection: number) => void): Promise<{ connections: () => number }> {
    let connections = 0;
    http = createServer();
    webSockets = new WebSocketServer({ server: http });
    webSockets.on('connection', (socket) => greet(socket, ++connections));
    await new Promise<void>((resolve) => http!.listen(0, '127.0.0.1', resolve));
    feed = new TickerFeed({ url: urlOf(http), times: { ...times, silenceMs: 60_000 } });
    return { connections: () => connections };
  }
  const prices = JSON.stringify([{ e: '24hrMiniTicker', s: 'AUSDT', c: '2', o: '1' }]);

  it('connects anew at once where a shutdown is announced, without waiting for the end', async () => {
    const server = await serve((socket, n) => {
      socket.send(prices);
      // The announced end never comes.
      if (n === 1) socket.send('{"e":"serverShutdown","E":1}');
    });
    feed.onTick(() => undefined);
    await eventually(() => expect(server.connections()).toBe(2));
    await isLive();
  });

  it.each(['<html>', '[{"s":"AUSDT"', ''])('does not believe a server that sends %j, and tries again', async (text) => {
    const server = await serve((socket, n) => socket.send(n < 3 ? text : prices));
    feed.onTick(() => undefined);
    await isLive();
    expect(server.connections()).toBe(3);
    expect(feed.snapshot().tickers).toEqual([{ symbol: 'AUSDT', price: '2', percent: 100 }]);
  });

  it('takes no message beyond five megabytes', async () => {
    const server = await serve((socket, n) => socket.send(n === 1 ? `[${' '.repeat(6 * 1024 * 1024)}]` : prices));
    feed.onTick(() => undefined);
    await isLive();
    expect(server.connections()).toBe(2);
  });
});
