import { RequestRefused, SymbolGone, type CandleClose, type CandleLength, type CandleWish, type ClientOptions, type MarketData, type SpotPairs } from '../../port/index.js';
import { allCloses, readCandles } from '../candles.js';
import { endpoints } from './endpoints.js';
import { rowsList } from './envelope.js';
import type { OkxVenue } from './okx-venue.js';

const PAGE = 100;
const PAIRS_MS = 3_600_000;
/** Days of the venue begin in Hong Kong unless it is told otherwise. */
const bars: Record<CandleLength, string> = { '1m': '1m', '1h': '1H', '1d': '1Dutc' };
const NO_SUCH_INSTRUMENT = 51_001;

/** Candles as the venue tells everybody: newest first, between two moments that do not belong to them. */
export class OkxMarket implements MarketData {
  constructor(
    private readonly venue: OkxVenue,
    private readonly options: ClientOptions,
  ) {}

  async closes(wish: CandleWish): Promise<{ rows: CandleClose[]; serverTime: Date }> {
    const serverTime = await this.venue.serverTime();
    const { path } = endpoints.candles;
    const rows = await allCloses(path, wish, PAGE, serverTime, async (first, last, count) => {
      const params = { instId: wish.symbol, bar: bars[wish.length], before: first.getTime() - 1, after: last.getTime() + 1, limit: count };
      return readCandles(path, rowsList(path, await this.#ask(params, wish.symbol)));
    });
    return { rows, serverTime };
  }

  async spotPairs(): Promise<SpotPairs> {
    return { symbols: await this.venue.spotIds(PAIRS_MS, this.options), join: (base, quote) => `${base}-${quote}` };
  }

  async #ask(params: Record<string, string | number>, symbol: string): Promise<unknown> {
    try {
      return await this.venue.ask(endpoints.candles, params, this.options);
    } catch (error) {
      if (error instanceof RequestRefused && error.code === NO_SUCH_INSTRUMENT) throw new SymbolGone(symbol);
      throw error;
    }
  }
}
