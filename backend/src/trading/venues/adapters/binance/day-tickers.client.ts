import { endpoints } from './endpoints.js';
import { BinanceLimits, usedWeight } from './limits.js';
import type { WireAnswer } from '../ccxt/index.js';
import { WHOLE_ADDRESS, type WeightBudget } from '../../budget/index.js';
import { Banned, VenueUnavailable, RateLimited, VenueRejected, WireShape } from '../../port/index.js';
import { readDayTickers, type Ticker } from './mini-tickers.mapper.js';

/** The venue's host for what everybody may read; the path is the same at any other. */
const LIVE_URL = 'https://data-api.binance.vision';
const QUERY = '?type=MINI';
const TIMEOUT_MS = 15_000;
/** Some 3,500 pairs are one megabyte. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Visitors wait for it, and have the stream meanwhile. */
const MAX_WAIT_MS = 5000;
const PAUSE_MS = 60_000;
const BAN_MS = 120_000;
const LONGEST_MS = 3 * 86_400_000;

const endpoint = endpoints.dayTickers;
const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight({});

/**
 * Prices of a whole day, every pair in one answer (exchange.md section 4). Asked without ccxt, which a process that only serves pages need
 * not load.
 */
export class DayTickers {
  readonly #limits = new BinanceLimits();
  readonly #address: string;

  /** `url`: where the exchange is spoken to instead of at its own hosts. */
  constructor(
    private readonly budget: WeightBudget,
    url: string = LIVE_URL,
  ) {
    this.#address = url.replace(/\/+$/, '') + endpoint.path + QUERY;
  }

  /** Pairs in USDT that are traded. Rejects with an ExchangeError, or when `signal` is aborted. */
  async read(signal: AbortSignal): Promise<Ticker[]> {
    const scope = this.#limits.scopeOf(endpoint, '');
    await this.budget.take({ scope, weight, lane: 'interactive', maxWaitMs: MAX_WAIT_MS, aheadMs: 0, signal });
    let used: number | null = null;
    try {
      const answer = await this.#ask(signal);
      used = usedWeight(answer, endpoint, scope);
      const { status, headers, body } = answer;
      if (status === 200) return readList(body);
      const { venue, name } = scope;
      if (status === 429) {
        this.budget.close(venue, name, retryAfter(headers, PAUSE_MS));
        throw new RateLimited(retryAfter(headers, PAUSE_MS), name);
      }
      if (status === 418) {
        this.budget.close(venue, WHOLE_ADDRESS, retryAfter(headers, BAN_MS));
        throw new Banned(retryAfter(headers, BAN_MS));
      }
      throw status >= 500 ? new VenueUnavailable(`HTTP ${status}`) : new VenueRejected(endpoint.path, status, null, 'no reason given');
    } finally {
      this.budget.answered(scope, weight, used);
    }
  }

  async #ask(signal: AbortSignal): Promise<WireAnswer> {
    try {
      const response = await fetch(this.#address, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > MAX_BYTES) throw new WireShape(endpoint.path, `the body is longer than ${MAX_BYTES} bytes`);
        chunks.push(chunk);
      }
      return {
        status: response.status,
        url: new URL(this.#address),
        headers: new Map(response.headers),
        body: Buffer.concat(chunks).toString('utf8'),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WireShape) throw error;
      const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
      throw new VenueUnavailable(typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown failure'));
    }
  }
}

function readList(body: string): Ticker[] {
  let tickers: Ticker[] | null;
  try {
    tickers = readDayTickers(body);
  } catch {
    throw new WireShape(endpoint.path, 'no JSON');
  }
  if (!tickers) throw new WireShape(endpoint.path, 'no pair in USDT');
  return tickers;
}

/** `Retry-After` in seconds; servers were seen to send 0, which would be a hot loop. */
function retryAfter(headers: ReadonlyMap<string, string>, otherwise: number): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(LONGEST_MS, Math.ceil(seconds * 1000)) : otherwise;
}
