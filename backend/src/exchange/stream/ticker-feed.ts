import { readStreamMessage, type Ticker } from './mini-tickers.js';
import { StreamConnection, streamTimes, type StreamTimes } from './stream-connection.js';

/** idle: nobody listens; waiting: nothing came yet; live: connected and heard; down: interrupted, prices grow old. */
export type FeedState = 'idle' | 'waiting' | 'live' | 'down';

export interface FeedSnapshot {
  state: FeedState;
  /** Why the feed is down, in a few words that name no address; else null. */
  reason: string | null;
  tickers: Ticker[];
  /** How old the newest price is; null where there is none. */
  ageMs: number | null;
}

/** Pairs that changed, a second apart. */
export type TickListener = (tickers: readonly Ticker[]) => void;

const LIVE_URL = 'wss://stream.binance.com:9443';
const PATH = '/ws/!miniTicker@arr';
/** The venue lists about 600 pairs in USDT. */
const MOST_PAIRS = 5000;
/** A page that is loaded anew should not cost a connection. */
const LINGER_MS = 30_000;

export interface FeedOptions {
  /** Where the exchange is spoken to instead of at its own hosts: `http://…`. */
  url?: string | undefined;
  times?: StreamTimes;
  lingerMs?: number;
}

/**
 * Last prices of the pairs in USDT from the venue's public stream (exchange.md section 4): one connection a process, opened for the first
 * listener and closed some time after the last, so that visitors' browsers need none of their own.
 */
export class TickerFeed {
  readonly #connection: StreamConnection;
  readonly #listeners = new Set<TickListener>();
  readonly #tickers = new Map<string, Ticker>();
  readonly #lingerMs: number;
  #state: FeedState = 'idle';
  #reason: string | null = null;
  #heardAt: number | null = null;
  #linger: NodeJS.Timeout | undefined;

  constructor({ url, times = streamTimes, lingerMs = LINGER_MS }: FeedOptions = {}) {
    this.#lingerMs = lingerMs;
    this.#connection = new StreamConnection(
      streamUrl(url),
      {
        open: () => undefined,
        message: (text) => this.#hear(text),
        lost: (reason) => {
          this.#state = 'down';
          this.#reason = reason;
        },
      },
      times,
    );
  }

  snapshot(): FeedSnapshot {
    return {
      state: this.#state,
      reason: this.#reason,
      tickers: [...this.#tickers.values()],
      ageMs: this.#heardAt === null ? null : Math.max(0, performance.now() - this.#heardAt),
    };
  }

  /** Calls `listener` with what changes from now on, until the returned function is called. A listener must not throw. */
  onTick(listener: TickListener): () => void {
    // Of its own, so that one function given twice is two listeners.
    const own: TickListener = (tickers) => listener(tickers);
    this.#listeners.add(own);
    clearTimeout(this.#linger);
    if (this.#state === 'idle') {
      this.#state = 'waiting';
      this.#connection.start();
    }
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#linger = setTimeout(() => this.#rest(), this.#lingerMs).unref();
    };
  }

  onApplicationShutdown(): void {
    this.#listeners.clear();
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#linger);
    this.#connection.stop();
    this.#state = 'idle';
    this.#reason = null;
    // Nobody keeps them up any more.
    this.#tickers.clear();
    this.#heardAt = null;
  }

  #hear(text: string): 'renew' | 'go-on' {
    const message = readStreamMessage(text);
    if (message.kind === 'shutdown') return 'renew';
    if (message.kind === 'other') return 'go-on';
    this.#state = 'live';
    this.#reason = null;
    this.#heardAt = performance.now();
    for (const ticker of message.tickers) if (this.#tickers.has(ticker.symbol) || this.#tickers.size < MOST_PAIRS) this.#tickers.set(ticker.symbol, ticker);
    if (message.tickers.length > 0) for (const listener of this.#listeners) listener(message.tickers);
    return 'go-on';
  }
}

function streamUrl(url: string | undefined): string {
  return (url === undefined ? LIVE_URL : url.replace(/^http/, 'ws').replace(/\/+$/, '')) + PATH;
}
