import type { CandleClose, CandleWish, ClientOptions, MarketData, SpotPairs } from '../../port/index.js';
import { allCloses, readCandles } from '../candles.js';
import type { BinanceVenue } from './binance-venue.js';
import { endpoints } from './endpoints.js';

const PAGE = 1000;
const PAIRS_MS = 3_600_000;

/** Candles as the venue tells everybody; sizes of pages are limited to what is asked for, because the weight of futures' is by size. */
export class BinanceMarket implements MarketData {
  constructor(
    private readonly venue: BinanceVenue,
    private readonly options: ClientOptions,
  ) {}

  async closes(wish: CandleWish): Promise<{ rows: CandleClose[]; serverTime: Date }> {
    const serverTime = await this.venue.serverTime();
    const endpoint = wish.market === 'spot' ? endpoints.klines : endpoints.futuresKlines;
    const rows = await allCloses(endpoint.path, wish, PAGE, serverTime, async (first, last, count) =>
      readCandles(
        endpoint.path,
        await this.venue.ask(endpoint, { symbol: wish.symbol, interval: wish.length, startTime: first.getTime(), endTime: last.getTime(), limit: count }, this.options),
      ),
    );
    return { rows, serverTime };
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: new Set((await this.venue.prices(PAIRS_MS, this.options)).keys()), join: (base, quote) => base + quote };
  }
}
