import type {
  Candle,
  CandleClose,
  CandleLength,
  CandleRequest,
  ClientOptions,
  FundingRate,
  FundingRequest,
  LeverageBracket,
  Market,
  MarketData,
  MarketFilters,
  Quote,
  SpotPairs,
  Told,
} from '../../port/index.js';
import { allCandles, readCandles, readCloses } from '../candles.js';
import { wireRow, wireRows } from '../ccxt/index.js';
import { allFunding, readFunding } from '../funding.js';
import { readQuote } from '../quotes.js';
import type { BinanceVenue } from './binance-venue.js';
import { endpoints } from './endpoints.js';

const PAGE = 1000;
const PAIRS_MS = 3_600_000;
const FUNDING_PAGE = 1000;

/** Candles as the venue tells everybody; sizes of pages are limited to what is asked for, because the weight of futures' is by size. */
export class BinanceMarket implements MarketData {
  constructor(
    private readonly venue: BinanceVenue,
    private readonly options: ClientOptions,
  ) {}

  closes(wish: CandleRequest): Promise<Told<CandleClose>> {
    return this.#all(wish, readCloses);
  }

  candles(wish: CandleRequest): Promise<Told<Candle>> {
    return this.#all(wish, readCandles);
  }

  lengths(market: Market): readonly CandleLength[] {
    return market === 'spot' ? ['1s', '1m', '1h', '1d'] : ['1m', '1h', '1d'];
  }

  symbolOf(_market: Market, base: string, quote: string): string {
    return base + quote;
  }

  async quote(market: Market, symbol: string): Promise<Quote> {
    const endpoint = market === 'spot' ? endpoints.bookTicker : endpoints.futuresBookTicker;
    return readQuote(
      endpoint.path,
      wireRow(endpoint.path, await this.venue.ask(endpoint, { symbol }, this.options)),
      'bidPrice',
      'askPrice',
    );
  }

  brackets(symbol: string): Promise<LeverageBracket[] | null> {
    return this.venue.brackets(symbol, this.options);
  }

  filters(market: Market, symbol: string): Promise<MarketFilters> {
    return this.venue.filters(market, symbol, this.options);
  }

  async fundingRates(wish: FundingRequest): Promise<Told<FundingRate>> {
    const endpoint = endpoints.fundingRates;
    return allFunding(endpoint.path, wish, FUNDING_PAGE, 'oldest', await this.venue.serverTime(), async (first, last) => {
      const params = { symbol: wish.symbol, startTime: first.getTime(), endTime: last.getTime(), limit: FUNDING_PAGE };
      return wireRows(endpoint.path, await this.venue.ask(endpoint, params, this.options)).map((row) =>
        readFunding(endpoint.path, row, 'fundingTime', 'fundingRate', 'markPrice'),
      );
    });
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: new Set((await this.venue.prices(PAIRS_MS, this.options)).keys()), join: (base, quote) => base + quote };
  }

  async #all<T extends { opensAt: Date }>(wish: CandleRequest, read: (path: string, list: unknown) => T[]): Promise<Told<T>> {
    const serverTime = await this.venue.serverTime();
    const endpoint = wish.market === 'spot' ? endpoints.klines : endpoints.futuresKlines;
    const rows = await allCandles(endpoint.path, wish, PAGE, serverTime, async (first, last, count) =>
      read(
        endpoint.path,
        await this.venue.ask(
          endpoint,
          { symbol: wish.symbol, interval: wish.length, startTime: first.getTime(), endTime: last.getTime(), limit: count },
          this.options,
        ),
      ),
    );
    return { rows, serverTime };
  }
}
