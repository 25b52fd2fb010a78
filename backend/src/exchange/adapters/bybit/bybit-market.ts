import { RequestRefused, SymbolGone, type CandleClose, type CandleLength, type CandleWish, type ClientOptions, type MarketData, type SpotPairs } from '../../port/index.js';
import { allCloses, readCandles } from '../candles.js';
import type { BybitVenue } from './bybit-venue.js';
import { endpoints } from './endpoints.js';
import { resultObject } from './envelope.js';

const PAGE = 1000;
const PAIRS_MS = 3_600_000;
const intervals: Record<CandleLength, string> = { '1m': '1', '1h': '60', '1d': 'D' };
/** "Invalid symbol", "Not supported symbols". */
const noSuchSymbol = new Set([10_001, 10_029, 170_121]);

/** Candles as the venue tells everybody. Contracts of the linear category alone are read, as fills are. */
export class BybitMarket implements MarketData {
  constructor(
    private readonly venue: BybitVenue,
    private readonly options: ClientOptions,
  ) {}

  async closes(wish: CandleWish): Promise<{ rows: CandleClose[]; serverTime: Date }> {
    const serverTime = await this.venue.serverTime();
    const { path } = endpoints.klines;
    const category = wish.market === 'spot' ? 'spot' : 'linear';
    const rows = await allCloses(path, wish, PAGE, serverTime, async (first, last, count) => {
      const params = { category, symbol: wish.symbol, interval: intervals[wish.length], start: first.getTime(), end: last.getTime(), limit: count };
      return readCandles(path, resultObject(path, await this.#ask(params, wish.symbol))['list']);
    });
    return { rows, serverTime };
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: new Set((await this.venue.prices(PAIRS_MS, this.options)).keys()), join: (base, quote) => base + quote };
  }

  async #ask(params: Record<string, string | number>, symbol: string): Promise<unknown> {
    try {
      return await this.venue.ask(endpoints.klines, params, this.options);
    } catch (error) {
      if (error instanceof RequestRefused && error.code !== null && noSuchSymbol.has(error.code)) throw new SymbolGone(symbol);
      throw error;
    }
  }
}
