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
} from '../exchange/index.js';

/** How long a question may wait for its share of the venue's limit. */
const MAX_WAIT_MS = 20_000;
/** Candles between two wanted ones are asked for along with them, up to so many: one page is cheaper than two. */
const JOINED = 100;
/** The most a question asks at once: the lists are told in pages, and one that fails is asked for again. */
const LONGEST = 1000;
/** Questions for single minutes of a symbol at a time, the latest first: whoever needs more comes back for them. */
const MOST_MINUTES = 120;

/** `null`: the venue has no candle there. No entry: it could not be asked. By milliseconds since 1970. */
export type Closes = Map<number, string | null>;

/** One computation's reading of closes, and what it had to do without. */
export interface CloseReading {
  em: EntityManager;
  venue: Venue;
  signal: AbortSignal;
  /** The earliest instant of which something is not known yet that the venue may tell: it is out of reach, or enough was asked of it. */
  incompleteFrom: number | null;
  /** The venue is out of reach: it is not asked again. */
  down: boolean;
}

interface Span {
  from: number;
  to: number;
}

/** What pairs traded at when minutes ended: from `market_closes`, and asked of the venue where nobody did so before. */
@Injectable()
export class MarketCloses {
  private readonly log = new Logger('Market');

  constructor(private readonly gateway: MarketDataGateway) {}

  reading(em: EntityManager, venue: Venue, signal: AbortSignal): CloseReading {
    return { em, venue, signal, incompleteFrom: null, down: false };
  }

  /** Null where the venue is out of reach. */
  async spotPairs(reading: CloseReading): Promise<SpotPairs | null> {
    return this.#asking(reading, (market) => market.spotPairs());
  }

  /** Closes at whole minutes, given in milliseconds since 1970. */
  async closes(reading: CloseReading, market: Market, symbol: string, instants: Iterable<number>): Promise<Closes> {
    const wanted = [...new Set(instants)].toSorted((a, b) => a - b);
    const known = await stored(reading, market, symbol, wanted);
    const missing = wanted.filter((at) => !known.has(at));
    for (const length of ['1d', '1h', '1m'] as const) {
      const ends = missing.filter((at) => lengthFor(at) === length);
      const spans = spansOf(ends, candleLengths[length]).toReversed();
      for (const span of length === '1m' ? spans.slice(0, MOST_MINUTES) : spans) {
        if (reading.down) break;
        const told = await this.#ask(reading, market, symbol, length, span, ends);
        for (const [at, price] of told) known.set(at, price);
      }
    }
    const unknown = wanted.find((at) => !known.has(at));
    if (unknown !== undefined) reading.incompleteFrom = Math.min(unknown, reading.incompleteFrom ?? unknown);
    return known;
  }

  /** The closes among `ends` that the span tells, stored. */
  async #ask(
    reading: CloseReading,
    market: Market,
    symbol: string,
    length: CandleLength,
    { from, to }: Span,
    ends: readonly number[],
  ): Promise<Closes> {
    const step = candleLengths[length];
    const answer = await this.#asking(reading, async (venue) => {
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
    await store(reading, market, symbol, told);
    return told;
  }

  async #asking<T>(reading: CloseReading, question: (market: MarketData) => Promise<T>): Promise<T | null> {
    if (reading.down) return null;
    try {
      return await question(this.gateway.market(reading.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal: reading.signal }));
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.log.warn({ err: error, venue: reading.venue }, 'closing prices are not told');
      reading.down ||= error.passing;
      return null;
    }
  }
}

/** The longest candle that ends then: its close is that of its last minute, and many of them come in one page. */
function lengthFor(at: number): CandleLength {
  if (at % candleLengths['1d'] === 0) return '1d';
  return at % candleLengths['1h'] === 0 ? '1h' : '1m';
}

/** Neighbouring instants in as few spans as are worth a question each. */
function spansOf(instants: readonly number[], step: number): Span[] {
  const spans: Span[] = [];
  for (const at of instants) {
    const last = spans.at(-1);
    if (last && at - last.to <= JOINED * step && at - last.from < LONGEST * step) last.to = at;
    else spans.push({ from: at, to: at });
  }
  return spans;
}

async function stored({ em, venue }: CloseReading, market: Market, symbol: string, wanted: readonly number[]): Promise<Closes> {
  if (wanted.length === 0) return new Map();
  const rows = await em.execute<{ at: string; price: string | null }[]>(
    `select (extract(epoch from c.at) * 1000)::bigint::text as at, c.price::text as price from jsonb_array_elements_text(?::jsonb) w
     join market_closes c on c.venue = ? and c.market = ? and c.symbol = ? and c.at = to_timestamp(w::bigint / 1000.0)`,
    [JSON.stringify(wanted), venue, market, symbol],
  );
  return new Map(rows.map(({ at, price }) => [Number(at), price]));
}

async function store({ em, venue }: CloseReading, market: Market, symbol: string, closes: Closes): Promise<void> {
  if (closes.size === 0) return;
  const rows = JSON.stringify([...closes].map(([at, price]) => ({ at: new Date(at), price })));
  await em.execute(
    `insert into market_closes (venue, market, symbol, at, price)
     select ?, ?, ?, r.at, r.price::numeric from jsonb_to_recordset(?::jsonb) as r(at timestamptz, price text) on conflict do nothing`,
    [venue, market, symbol, rows],
  );
}
