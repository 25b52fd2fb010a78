import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  candleLengths,
  ExchangeError,
  MarketDataGateway,
  SymbolGone,
  type CandleLength,
  type Market,
  type MarketData,
  type SpotPairs,
  type Venue,
} from '../venues/index.js';
import { findCloses, insertCloses, type Closes } from './market-close.repository.js';

/** Maximum wait for request weight of the venue. */
const MAX_WAIT_MS = 20_000;
/** Wanted candles at most this many apart are requested together: one page costs less than two. */
const MERGE_DISTANCE = 100;
/** Maximum candles of one request, so that a failed one is cheap to repeat. */
const MAX_SPAN = 1000;
/** Maximum requests for single minutes of a symbol per reading, newest first; the next reading continues. */
const MAX_MINUTE_REQUESTS = 120;

/** One computation's access to closes, and what it had to do without. */
export interface CloseReading {
  em: EntityManager;
  venue: Venue;
  signal: AbortSignal;
  /** Earliest instant whose close is not known but may become known: the venue is unavailable or the request limit is reached. */
  incompleteFrom: number | null;
  /** The venue is unavailable and not asked again. */
  down: boolean;
}

/** Provides closing prices, and the pairs through which an asset is priced. */
export interface CloseSource {
  spotPairs(reading: CloseReading): Promise<SpotPairs | null>;
  closes(reading: CloseReading, market: Market, symbol: string, instants: Iterable<number>): Promise<Closes>;
}

interface Span {
  from: number;
  to: number;
}

/** Closing prices of pairs at whole minutes: from `market_closes`, and requested from the venue where they are missing. */
@Injectable()
export class MarketClosesService implements CloseSource {
  private readonly log = new Logger('Market');

  constructor(private readonly gateway: MarketDataGateway) {}

  reading(em: EntityManager, venue: Venue, signal: AbortSignal): CloseReading {
    return { em, venue, signal, incompleteFrom: null, down: false };
  }

  /** Returns null if the venue is unavailable. */
  async spotPairs(reading: CloseReading): Promise<SpotPairs | null> {
    return this.#request(reading, (market) => market.spotPairs());
  }

  /** Returns closes at whole minutes (milliseconds since 1970). No entry: the venue could not be asked. */
  async closes(reading: CloseReading, market: Market, symbol: string, instants: Iterable<number>): Promise<Closes> {
    const wanted = [...new Set(instants)].toSorted((a, b) => a - b);
    const known = await findCloses(reading.em, { venue: reading.venue, market, symbol }, wanted);
    const missing = wanted.filter((at) => !known.has(at));
    for (const length of ['1d', '1h', '1m'] as const) {
      const ends = missing.filter((at) => lengthFor(at) === length);
      const spans = spansOf(ends, candleLengths[length]).toReversed();
      for (const span of length === '1m' ? spans.slice(0, MAX_MINUTE_REQUESTS) : spans) {
        if (reading.down) break;
        const told = await this.#requestSpan(reading, market, symbol, length, span, ends);
        for (const [at, price] of told) known.set(at, price);
      }
    }
    const unknown = wanted.find((at) => !known.has(at));
    if (unknown !== undefined) reading.incompleteFrom = Math.min(unknown, reading.incompleteFrom ?? unknown);
    return known;
  }

  /** Requests a span and stores and returns its closes at `ends`. */
  async #requestSpan(
    reading: CloseReading,
    market: Market,
    symbol: string,
    length: CandleLength,
    { from, to }: Span,
    ends: readonly number[],
  ): Promise<Closes> {
    const step = candleLengths[length];
    const answer = await this.#request(reading, async (venue) => {
      try {
        return await venue.closes({ market, symbol, length, from: new Date(from - step), to: new Date(to) });
      } catch (error) {
        if (error instanceof SymbolGone) return 'gone' as const;
        throw error;
      }
    });
    const told: Closes = new Map();
    if (answer === null) return told;
    const inSpan = ends.filter((at) => at >= from && at <= to);
    if (answer === 'gone') for (const at of inSpan) told.set(at, null);
    else {
      const prices = new Map(answer.rows.map(({ opensAt, price }) => [opensAt.getTime() + step, price]));
      for (const at of inSpan) if (at <= answer.serverTime.getTime()) told.set(at, prices.get(at) ?? null);
    }
    await insertCloses(reading.em, { venue: reading.venue, market, symbol }, told);
    return told;
  }

  async #request<T>(reading: CloseReading, request: (market: MarketData) => Promise<T>): Promise<T | null> {
    if (reading.down) return null;
    try {
      return await request(this.gateway.market(reading.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal: reading.signal }));
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.log.warn({ err: error, venue: reading.venue }, 'closing prices are not told');
      reading.down ||= error.passing;
      return null;
    }
  }
}

/** Returns the longest candle that ends at `at`. Its close equals that of its last minute, and a page holds more of them. */
function lengthFor(at: number): CandleLength {
  if (at % candleLengths['1d'] === 0) return '1d';
  return at % candleLengths['1h'] === 0 ? '1h' : '1m';
}

/** Merges neighbouring instants into spans. */
function spansOf(instants: readonly number[], step: number): Span[] {
  const spans: Span[] = [];
  for (const at of instants) {
    const last = spans.at(-1);
    if (last && at - last.to <= MERGE_DISTANCE * step && at - last.from < MAX_SPAN * step) last.to = at;
    else spans.push({ from: at, to: at });
  }
  return spans;
}
