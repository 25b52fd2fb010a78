import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { miniEvent } from '../wire/tickers.ts';
import { listedSpot } from '../world/catalogue.ts';
import { DAY, SECOND } from '../world/time.ts';
import type { Exchange } from './exchange.ts';

/**
 * shutdown: announces serverShutdown, then closes. close / terminate: ends all connections, politely or not. silence: connections stay open
 * and say nothing, not even pings or pongs. refuse: like silence for the future: new connections get 503. resume: back to normal.
 */
export type StreamAction = 'shutdown' | 'close' | 'terminate' | 'silence' | 'resume' | 'refuse';

interface Client {
  socket: WebSocket;
  streams: Set<string>;
  /** /stream answers are wrapped in {stream, data}. */
  combined: boolean;
  openedAt: number;
  heardAt: number;
}

const ALL = '!miniTicker@arr';
const PING_EVERY = 20 * SECOND;
const PATIENCE = 60 * SECOND;
const SHUTDOWN_NOTICE = 500;
const MAX_STREAMS = 1024;
const MAX_UNREAD = 1_000_000;
const ONE_SYMBOL = /^([a-z0-9]+)@miniTicker$/;
const symbols: readonly string[] = listedSpot.filter((s) => s.status === 'TRADING').map((s) => s.symbol);
const streamNames = new Set([ALL, ...symbols.map((s) => `${s.toLowerCase()}@miniTicker`)]);

/** The miniTicker streams. Works only while somebody listens. */
export class Streams {
  private readonly exchange: Exchange;
  private readonly server = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: 16_384 });
  private readonly clients = new Set<Client>();
  private timer: NodeJS.Timeout | undefined;
  private lastTick = 0;
  private lastPing = 0;
  private silent = false;
  private refusing = false;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get connections(): number {
    return this.clients.size;
  }

  /** Takes an HTTP upgrade; answers 404 or 503 itself when there is nothing to upgrade to. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const wanted = wantedStreams(request.url ?? '');
    if (!wanted || this.refusing) {
      socket.on('error', () => socket.destroy());
      socket.end(
        `HTTP/1.1 ${this.refusing ? '503 Service Unavailable' : '404 Not Found'}\r\n` +
          'X-Sandbox: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    this.server.handleUpgrade(request, socket, head, (ws) => this.add(ws, wanted));
  }

  private add(socket: WebSocket, { streams, combined }: { streams: string[]; combined: boolean }): void {
    const now = this.exchange.clock.real();
    const client: Client = { socket, streams: new Set(streams), combined, openedAt: now, heardAt: now };
    this.clients.add(client);
    socket.on('ping', (data) => {
      if (!this.silent) socket.pong(data);
    });
    socket.on('pong', () => (client.heardAt = this.exchange.clock.real()));
    socket.on('message', (data) => this.command(client, String(data as Buffer)));
    socket.on('close', () => this.drop(client));
    // A broken peer shows as 'close' right after; there is nothing to add.
    socket.on('error', () => socket.terminate());
    this.start();
  }

  private drop(client: Client): void {
    this.clients.delete(client);
    if (this.clients.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private start(): void {
    if (this.timer) return;
    this.lastTick = this.exchange.clock.world();
    this.lastPing = this.exchange.clock.real();
    this.timer = setInterval(() => this.tick(), SECOND);
  }

  private tick(): void {
    const now = this.exchange.clock.real();
    if (!this.silent && now - this.lastPing >= PING_EVERY) {
      this.lastPing = now;
      for (const { socket } of this.clients) socket.ping();
    }
    for (const client of this.clients) {
      if (now - client.heardAt > PATIENCE && !this.silent) client.socket.terminate();
      else if (now - client.openedAt > DAY) client.socket.close(1001);
    }
    const from = this.lastTick;
    const to = this.exchange.clock.world();
    this.lastTick = to;
    if (this.silent || from === to) return;
    const { market } = this.exchange;
    // The exchange sends what changed. Every pair that is open has trades in every second, so its turnover did, whether its price did or
    // not.
    const texts = new Map(symbols.map((s) => [s, JSON.stringify(miniEvent(market, s, to))]));
    const all = `[${[...texts.values()].join(',')}]`;
    for (const client of this.clients) {
      for (const stream of client.streams) {
        const text = stream === ALL ? all : texts.get(symbolOf(stream));
        // A client that does not read loses ticks, not our memory.
        if (text !== undefined && client.socket.bufferedAmount < MAX_UNREAD)
          client.socket.send(client.combined ? `{"stream":"${stream}","data":${text}}` : text);
      }
    }
  }

  /** SUBSCRIBE, UNSUBSCRIBE and LIST_SUBSCRIPTIONS of an open connection. */
  private command(client: Client, text: string): void {
    client.heardAt = this.exchange.clock.real();
    if (this.silent) return;
    const request = readCommand(text);
    if (!request) return client.socket.send(JSON.stringify({ error: { code: 2, msg: 'Invalid request' }, id: null }));
    if (request.method === 'SUBSCRIBE') for (const name of request.params) client.streams.add(name);
    if (request.method === 'UNSUBSCRIBE') for (const name of request.params) client.streams.delete(name);
    client.socket.send(JSON.stringify({ result: request.method === 'LIST_SUBSCRIPTIONS' ? [...client.streams] : null, id: request.id }));
  }

  act(action: StreamAction): void {
    this.silent = action === 'silence';
    this.refusing = action === 'refuse';
    if (action === 'shutdown') {
      const text = JSON.stringify({ e: 'serverShutdown', E: this.exchange.clock.server() });
      for (const { socket } of this.clients) {
        socket.send(text);
        setTimeout(() => socket.close(1001), SHUTDOWN_NOTICE).unref();
      }
    }
    if (action === 'close') for (const { socket } of this.clients) socket.close(1001);
    if (action === 'terminate' || action === 'refuse') for (const { socket } of this.clients) socket.terminate();
    if (action === 'resume') for (const client of this.clients) client.heardAt = this.exchange.clock.real();
  }

  close(): void {
    clearInterval(this.timer);
    for (const { socket } of this.clients) socket.terminate();
    this.server.close();
  }
}

function symbolOf(stream: string): string {
  return (ONE_SYMBOL.exec(stream)?.[1] ?? '').toUpperCase();
}

/** Stream names of /ws/<name> or /stream?streams=<name>/<name>; undefined when one of them does not exist. */
function wantedStreams(url: string): { streams: string[]; combined: boolean } | undefined {
  if (!URL.canParse(url, 'ws://localhost')) return undefined;
  const { pathname, searchParams } = new URL(url, 'ws://localhost');
  const combined = pathname === '/stream';
  const path = pathname.replace(/%21/gi, '!').replace(/%40/gi, '@');
  const names = combined ? (searchParams.get('streams') ?? '').split('/') : path.startsWith('/ws/') ? path.slice(4).split('/') : undefined;
  const streams = names?.filter((name) => name !== '') ?? (path === '/ws' ? [] : undefined);
  if (!streams || streams.length > MAX_STREAMS || !streams.every((name) => streamNames.has(name))) return undefined;
  return { streams, combined };
}

function readCommand(text: string): { method: string; params: string[]; id: number | string | null } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  const { method, params = [], id = null } = value as { method?: unknown; params?: unknown; id?: unknown };
  if (typeof method !== 'string' || !['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS'].includes(method)) return undefined;
  if (!Array.isArray(params) || !params.every((p): p is string => typeof p === 'string' && streamNames.has(p))) return undefined;
  return { method, params, id: typeof id === 'number' || typeof id === 'string' ? id : null };
}
