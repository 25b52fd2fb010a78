import { Decimal } from '../../../../platform/domain/index.js';
import {
  VenueRejected,
  SymbolGone,
  WireShape,
  type Candle,
  type CandleClose,
  type CandleLength,
  type CandleRequest,
  type ClientOptions,
  type FundingRate,
  type FundingRequest,
  type LeverageBracket,
  type Market,
  type MarketData,
  type MarketFilters,
  type Quote,
  type SpotPairs,
  type Told,
} from '../../port/index.js';
import { inOrder } from '../brackets.js';
import { allCandles, readCandles, readCloses, toldLength } from '../candles.js';
import type { WireRow } from '../ccxt/index.js';
import { checkedFilters, FILTERS_TTL_MS, largestOf, smallestOf } from '../market-filters.rules.js';
import { allFunding, readFunding } from '../funding.js';
import { readQuote } from '../quotes.js';
import type { BybitVenue } from './bybit-venue.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { resultObject, resultOf } from './envelope.js';

const PAGE = 1000;
const PAIRS_MS = 3_600_000;
const FUNDING_PAGE = 200;
const intervals: Partial<Record<CandleLength, string>> = { '1m': '1', '1h': '60', '1d': 'D' };
/** "Invalid symbol", "Not supported symbols". */
const noSuchSymbol = new Set([10_001, 10_029, 170_121]);

/** Told as a share or, as the venue's documentation has it, in percent. The initial margin, which is one over the leverage, tells which. */
function maintenanceRatio(row: WireRow): string {
  const percent = new Decimal(row.decimal('initialMargin')).times(row.decimal('maxLeverage')).greaterThan(10);
  return new Decimal(row.decimal('maintenanceMargin')).dividedBy(percent ? 100 : 1).toFixed();
}

const categoryOf = (market: Market) => (market === 'spot' ? 'spot' : 'linear');

/** Candles as the venue tells everybody. Contracts of the linear category alone are read, as fills are. */
export class BybitMarket implements MarketData {
  constructor(
    private readonly venue: BybitVenue,
    private readonly options: ClientOptions,
  ) {}

  closes(wish: CandleRequest): Promise<Told<CandleClose>> {
    return this.#all(wish, readCloses);
  }

  candles(wish: CandleRequest): Promise<Told<Candle>> {
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

  brackets(symbol: string): Promise<LeverageBracket[]> {
    return this.venue.brackets(symbol, this.options, async (options) => {
      const { path } = endpoints.riskLimit;
      const rows = resultOf(path, await this.#ask(endpoints.riskLimit, { category: 'linear', symbol }, symbol, options)).rows('list');
      return inOrder(
        path,
        rows.map((row) => ({
          size: row.decimal('riskLimitValue'),
          maxLeverage: row.decimal('maxLeverage'),
          maintenanceRatio: maintenanceRatio(row),
          maxNotional: row.decimal('riskLimitValue'),
          maxQuantity: null,
          deduction: row.has('mmDeduction') ? row.decimal('mmDeduction') : null,
        })),
      );
    });
  }

  filters(market: Market, symbol: string): Promise<MarketFilters> {
    const { path } = endpoints.instruments;
    const category = categoryOf(market);
    return this.venue.shared(`filters ${category} ${symbol}`, FILTERS_TTL_MS, this.options, async (options) => {
      const [row] = resultOf(path, await this.#ask(endpoints.instruments, { category, symbol }, symbol, options)).rows('list');
      if (row?.text('status') !== 'Trading') throw new SymbolGone(symbol);
      const lot = row.row('lotSizeFilter');
      return checkedFilters(path, {
        stepSize: lot.decimal(market === 'spot' ? 'basePrecision' : 'qtyStep'),
        minQuantity: lot.decimal('minOrderQty'),
        // A stop is a market order. The venue has renamed the limits of spot orders, and kept the old name beside.
        maxQuantity: smallestOf([lot], ['maxOrderQty', 'maxLimitOrderQty', 'maxMktOrderQty', 'maxMarketOrderQty']),
        minNotional: largestOf([lot], [market === 'spot' ? 'minOrderAmt' : 'minNotionalValue']),
        contractSize: null,
      });
    });
  }

  /** Without the price at which positions were valued. */
  async fundingRates(wish: FundingRequest): Promise<Told<FundingRate>> {
    const { path } = endpoints.fundingRates;
    return allFunding(path, wish, FUNDING_PAGE, 'newest', await this.venue.serverTime(), async (first, last) => {
      const params = { category: 'linear', symbol: wish.symbol, startTime: first.getTime(), endTime: last.getTime(), limit: FUNDING_PAGE };
      return resultOf(path, await this.#ask(endpoints.fundingRates, params, wish.symbol))
        .rows('list')
        .map((row) => readFunding(path, row, 'fundingRateTimestamp', 'fundingRate'));
    });
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: new Set((await this.venue.prices(PAIRS_MS, this.options)).keys()), join: (base, quote) => base + quote };
  }

  async #all<T extends { opensAt: Date }>(wish: CandleRequest, read: (path: string, list: unknown) => T[]): Promise<Told<T>> {
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

  async #ask(endpoint: BybitEndpoint, params: Record<string, string | number>, symbol: string, options = this.options): Promise<unknown> {
    try {
      return await this.venue.ask(endpoint, params, options);
    } catch (error) {
      if (error instanceof VenueRejected && error.code !== null && noSuchSymbol.has(error.code)) throw new SymbolGone(symbol);
      throw error;
    }
  }
}
