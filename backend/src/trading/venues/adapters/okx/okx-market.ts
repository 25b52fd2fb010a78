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
import { checkedFilters, FILTERS_TTL_MS, smallestOf } from '../market-filters.rules.js';
import { allFunding, readFunding } from '../funding.js';
import { readQuote } from '../quotes.js';
import { familyOf } from './contract-sizes.js';
import { endpoints, type OkxEndpoint } from './endpoints.js';
import { rowOf, rowsList, rowsOf } from './envelope.js';
import type { OkxVenue } from './okx-venue.js';

const PAGE = 100;
const PAIRS_MS = 3_600_000;
/** Days of the venue begin in Hong Kong unless it is told otherwise. */
const bars: Partial<Record<CandleLength, string>> = { '1m': '1m', '1h': '1H', '1d': '1Dutc' };
const NO_SUCH_INSTRUMENT = 51_001;

/** Candles as the venue tells everybody: newest first, between two moments that do not belong to them. */
export class OkxMarket implements MarketData {
  constructor(
    private readonly venue: OkxVenue,
    private readonly options: ClientOptions,
  ) {}

  closes(wish: CandleRequest): Promise<Told<CandleClose>> {
    return this.#all(wish, readCloses);
  }

  candles(wish: CandleRequest): Promise<Told<Candle>> {
    return this.#all(wish, readCandles);
  }

  lengths(): readonly CandleLength[] {
    return Object.keys(bars) as CandleLength[];
  }

  symbolOf(market: Market, base: string, quote: string): string {
    return market === 'spot' ? `${base}-${quote}` : `${base}-${quote}-SWAP`;
  }

  async quote(_market: Market, symbol: string): Promise<Quote> {
    const { path } = endpoints.ticker;
    return readQuote(path, rowOf(path, await this.#ask(endpoints.ticker, { instId: symbol }, symbol)), 'bidPx', 'askPx');
  }

  brackets(symbol: string): Promise<LeverageBracket[]> {
    return this.venue.brackets(symbol, this.options, async (options) => {
      const { path } = endpoints.positionTiers;
      const { contractSize } = await this.#filters('futures', symbol, options);
      if (contractSize === null) throw new WireShape(path, 'tiers of something that has no contracts');
      const rows = rowsOf(
        path,
        await this.#ask(endpoints.positionTiers, { instType: 'SWAP', tdMode: 'isolated', instFamily: familyOf(symbol) }, symbol, options),
      );
      return inOrder(
        path,
        rows.map((row) => ({
          size: row.decimal('tier'),
          maxLeverage: row.decimal('maxLever'),
          maintenanceRatio: row.decimal('mmr'),
          maxNotional: null,
          // Of the whole position, in contracts.
          maxQuantity: new Decimal(row.decimal('maxSz')).times(contractSize).toFixed(),
          deduction: null,
        })),
      );
    });
  }

  filters(market: Market, symbol: string): Promise<MarketFilters> {
    return this.#filters(market, symbol, this.options);
  }

  #filters(market: Market, symbol: string, wanted: ClientOptions): Promise<MarketFilters> {
    const { path } = endpoints.instruments;
    return this.venue.shared(`filters ${symbol}`, FILTERS_TTL_MS, wanted, async (options) => {
      const instType = market === 'spot' ? 'SPOT' : 'SWAP';
      const rows = rowsOf(path, await this.#ask(endpoints.instruments, { instType, instId: symbol }, symbol, options));
      const row = rows.find((one) => one.text('instId') === symbol);
      if (row?.text('state') !== 'live') throw new SymbolGone(symbol);
      if (market === 'futures' && row.textOr('ctType', 'linear') !== 'linear') throw new WireShape(path, 'a contract that is not linear');
      return checkedFilters(path, {
        stepSize: row.decimal('lotSz'),
        minQuantity: row.decimal('minSz'),
        // The largest market order of a spot pair is in dollars, that of a contract in contracts.
        maxQuantity: smallestOf([row], market === 'spot' ? ['maxLmtSz'] : ['maxLmtSz', 'maxMktSz']),
        minNotional: null,
        contractSize: market === 'spot' ? null : new Decimal(row.decimal('ctVal')).times(row.decimalOr('ctMult', '1')).toFixed(),
      });
    });
  }

  /** Of three months, and without the price at which positions were valued. What was paid may differ from what was foretold. */
  async fundingRates(wish: FundingRequest): Promise<Told<FundingRate>> {
    const { path } = endpoints.fundingRates;
    return allFunding(path, wish, PAGE, 'newest', await this.venue.serverTime(), async (first, last) => {
      const params = { instId: wish.symbol, before: first.getTime() - 1, after: last.getTime() + 1, limit: PAGE };
      return rowsOf(path, await this.#ask(endpoints.fundingRates, params, wish.symbol)).map((row) =>
        readFunding(path, row, 'fundingTime', row.has('realizedRate') ? 'realizedRate' : 'fundingRate'),
      );
    });
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: await this.venue.spotIds(PAIRS_MS, this.options), join: (base, quote) => `${base}-${quote}` };
  }

  async #all<T extends { opensAt: Date }>(wish: CandleRequest, read: (path: string, list: unknown) => T[]): Promise<Told<T>> {
    const serverTime = await this.venue.serverTime();
    const { path } = endpoints.candles;
    const bar = toldLength(path, bars, wish.length);
    const rows = await allCandles(path, wish, PAGE, serverTime, async (first, last, count) => {
      const params = { instId: wish.symbol, bar, before: first.getTime() - 1, after: last.getTime() + 1, limit: count };
      return read(path, rowsList(path, await this.#ask(endpoints.candles, params, wish.symbol)));
    });
    return { rows, serverTime };
  }

  async #ask(endpoint: OkxEndpoint, params: Record<string, string | number>, symbol: string, options = this.options): Promise<unknown> {
    try {
      return await this.venue.ask(endpoint, params, options);
    } catch (error) {
      if (error instanceof VenueRejected && error.code === NO_SUCH_INSTRUMENT) throw new SymbolGone(symbol);
      throw error;
    }
  }
}
