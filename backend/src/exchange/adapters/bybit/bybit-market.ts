import { RequestRefused, SymbolGone, WireShape, type Candle, type CandleClose, type CandleLength, type CandleWish, type ClientOptions, type Market, type MarketData, type Quote, type SpotPairs, type Told } from '../../port/index.js';
import { allCandles, readCandles, readCloses, toldLength } from '../candles.js';
import { readQuote } from '../quotes.js';
import type { BybitVenue } from './bybit-venue.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { resultObject, resultOf } from './envelope.js';

const PAGE = 1000;
const PAIRS_MS = 3_600_000;
const intervals: Partial<Record<CandleLength, string>> = { '1m': '1', '1h': '60', '1d': 'D' };
/** "Invalid symbol", "Not supported symbols". */
const noSuchSymbol = new Set([10_001, 10_029, 170_121]);

const categoryOf = (market: Market) => (market === 'spot' ? 'spot' : 'linear');

/** Candles as the venue tells everybody. Contracts of the linear category alone are read, as fills are. */
export class BybitMarket implements MarketData {
  constructor(
    private readonly venue: BybitVenue,
    private readonly options: ClientOptions,
  ) {}

  closes(wish: CandleWish): Promise<Told<CandleClose>> {
    return this.#all(wish, readCloses);
  }

  candles(wish: CandleWish): Promise<Told<Candle>> {
    return this.#all(wish, readCandles);
  }

  lengths(): readonly CandleLength[] {
    return Object.keys(intervals) as CandleLength[];
  }

  symbolOf(_market: Market, base: string, quote: string): string {
    return base + quote;
  }

  async quote(market: Market, symbol: string): Promise<Quote> {
    const { path } = endpoints.tickers;
    const [row] = resultOf(path, await this.#ask(endpoints.tickers, { category: categoryOf(market), symbol }, symbol)).rows('list');
    if (!row) throw new WireShape(path, 'no ticker');
    return readQuote(path, row, 'bid1Price', 'ask1Price');
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: new Set((await this.venue.prices(PAIRS_MS, this.options)).keys()), join: (base, quote) => base + quote };
  }

  async #all<T extends { opensAt: Date }>(wish: CandleWish, read: (path: string, list: unknown) => T[]): Promise<Told<T>> {
    const serverTime = await this.venue.serverTime();
    const { path } = endpoints.klines;
    const category = categoryOf(wish.market);
    const interval = toldLength(path, intervals, wish.length);
    const rows = await allCandles(path, wish, PAGE, serverTime, async (first, last, count) => {
      const params = { category, symbol: wish.symbol, interval, start: first.getTime(), end: last.getTime(), limit: count };
      return read(path, resultObject(path, await this.#ask(endpoints.klines, params, wish.symbol))['list']);
    });
    return { rows, serverTime };
  }

  async #ask(endpoint: BybitEndpoint, params: Record<string, string | number>, symbol: string): Promise<unknown> {
    try {
      return await this.venue.ask(endpoint, params, this.options);
    } catch (error) {
      if (error instanceof RequestRefused && error.code !== null && noSuchSymbol.has(error.code)) throw new SymbolGone(symbol);
      throw error;
    }
  }
}
