import { Logger } from '@nestjs/common';
import { readStreamMessage, type Ticker } from '../venues/index.js';
import { StreamConnectionClient } from './stream-connection.client.js';
import { TickerBoard } from './ticker-board.js';
import type { TickerSettings } from './ticker.settings.js';

/** idle: no listener; waiting: no data yet; live: connected, with data; down: interrupted, prices are stale. */
export type FeedState = 'idle' | 'waiting' | 'live' | 'down';

export interface FeedStatus {
  state: FeedState;
  /** Why the feed is down, in words for people that name no address; else null. */
  reason: string | null;
  /** How old the newest price is; null where there is none. */
  ageMs: number | null;
}

export interface FeedNews {
  /** Pairs whose price or change is another; maybe none. */
  changed: readonly Ticker[];
  /** More changed than these pairs: read the snapshot. */
  whole: boolean;
}

/** Called whenever the exchange was heard, and whenever the state has changed. Must not throw. */
export type FeedListener = (news: FeedNews) => void;

const LIVE_URL = 'wss://stream.binance.com:9443';
const PATH = '/ws/!miniTicker@arr';

export interface FeedOptions {
  /** Where the exchange is spoken to instead of at its own hosts: `http://…`. */
  url?: string | undefined;
  /** Every pair there is. Rejects where it cannot be read, or once the signal is aborted. */
  list: (signal: AbortSignal) => Promise<Ticker[]>;
  settings: TickerSettings;
}

/**
 * Last prices of the pairs in USDT (exchange.md section 4): one stream a process, opened for the first listener and closed some time after
 * the last, so that visitors' browsers need none of their own. The stream tells what changes; at its start and after each interruption a
 * list tells the rest. Where that is refused the stream goes on alone, and the list is asked for again.
 */
export class TickerFeed {
  readonly #log = new Logger('Ticker');
  readonly #connection: StreamConnectionClient;
  readonly #board = new TickerBoard();
  readonly #listeners = new Set<FeedListener>();
  readonly #list: FeedOptions['list'];
  readonly #settings: TickerSettings;
  #state: FeedState = 'idle';
  #reason: string | null = null;
  #heardAt: number | null = null;
  #linger: NodeJS.Timeout | undefined;
  /** The stream was interrupted or never connected: changes were missed. */
  #missed = false;
  #asking: AbortController | null = null;
  #askedAt = -Infinity;
  #askAgain: NodeJS.Timeout | undefined;

  constructor({ url, list, settings }: FeedOptions) {
    this.#list = list;
    this.#settings = settings;
    this.#connection = new StreamConnectionClient(
      streamUrl(url),
      { open: () => this.#opened(), message: (text) => this.#hear(text), lost: (reason) => this.#lost(reason) },
      settings,
    );
  }

  status(): FeedStatus {
    return {
      state: this.#state,
      reason: this.#reason,
      ageMs: this.#heardAt === null ? null : Math.max(0, performance.now() - this.#heardAt),
    };
  }

  /** Every pair, the highest turnover first. */
  ranked(): Ticker[] {
    return this.#board.ranked();
  }

  /** Calls `listener` for each event until the returned function is called. */
  listen(listener: FeedListener): () => void {
    // Of its own, so that one function given twice is two listeners.
    const own: FeedListener = (news) => listener(news);
    this.#listeners.add(own);
    clearTimeout(this.#linger);
    if (this.#state === 'idle') this.#start();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0)
        this.#linger = setTimeout(() => this.#rest(), this.#settings.lingerMs).unref();
    };
  }

  onApplicationShutdown(): void {
    this.#listeners.clear();
    this.#rest();
  }

  #start(): void {
    this.#state = 'waiting';
    this.#missed = false;
    this.#askedAt = -Infinity;
    this.#connection.start();
    this.#wantList();
  }

  #rest(): void {
    clearTimeout(this.#linger);
    clearTimeout(this.#askAgain);
    this.#askAgain = undefined;
    this.#asking?.abort();
    this.#asking = null;
    this.#connection.stop();
    this.#state = 'idle';
    this.#reason = null;
    // Without listeners the prices are no longer updated.
    this.#board.clear();
    this.#heardAt = null;
  }

  #opened(): void {
    if (this.#missed) this.#wantList();
    this.#missed = true;
  }

  #lost(reason: string): void {
    this.#missed = true;
    if (this.#state === 'down' && this.#reason === reason) return;
    this.#state = 'down';
    this.#reason = reason;
    this.#tell({ changed: [], whole: false });
  }

  #hear(text: string): 'renew' | 'go-on' {
    const message = readStreamMessage(text);
    if (message.kind === 'shutdown') return 'renew';
    if (message.kind === 'other') return 'go-on';
    const first = this.#state === 'waiting';
    this.#state = 'live';
    this.#reason = null;
    this.#heardAt = performance.now();
    this.#tell({ changed: this.#board.hear(message.tickers, this.#heardAt), whole: first });
    return 'go-on';
  }

  /** Asks for every pair, now or as soon as the last question is long enough ago. */
  #wantList(): void {
    if (this.#asking || this.#askAgain !== undefined) return;
    const pause = Math.max(0, this.#askedAt + this.#settings.listEveryMs - performance.now());
    this.#askAgain = setTimeout(() => {
      this.#askAgain = undefined;
      void this.#readList();
    }, pause).unref();
  }

  async #readList(): Promise<void> {
    const asking = new AbortController();
    const askedAt = performance.now();
    this.#asking = asking;
    this.#askedAt = askedAt;
    let list: Ticker[] | null = null;
    try {
      list = await this.#list(asking.signal);
    } catch (error) {
      if (!asking.signal.aborted)
        this.#log.warn({ err: error }, 'the list of all prices could not be read: the ticker goes on with those that change');
    }
    if (asking.signal.aborted) return;
    this.#asking = null;
    if (!list) return this.#wantList();
    this.#board.show(list, askedAt);
    this.#heardAt = performance.now();
    // A snapshot does not make a lost stream live.
    if (this.#state === 'waiting') this.#state = 'live';
    this.#tell({ changed: [], whole: true });
  }

  #tell(news: FeedNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}

function streamUrl(url: string | undefined): string {
  return (url === undefined ? LIVE_URL : url.replace(/^http/, 'ws').replace(/\/+$/, '')) + PATH;
}
