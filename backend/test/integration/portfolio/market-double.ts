import {
  candleLengths,
  MarketDataGateway,
  type Candle,
  type CandleClose,
  type MarketData,
  type SpotPairs,
  type Told,
} from '../../../src/trading/venues/index.js';
import { VenueUnavailable, SymbolGone, type CandleRequest } from '../../../src/trading/venues/port/index.js';

/** Candles as a test wants them: the close of every pair is a function of the time at which a candle ends. */
export class MarketDouble extends MarketDataGateway {
  readonly asked: CandleRequest[] = [];
  down = false;
  /** Waited for before each answer. */
  before: (wish: CandleRequest) => Promise<void> = () => Promise.resolve();
  pairs: Record<string, (at: number) => string | null> = {};
  serverTime = new Date('2026-11-20T12:00:00Z');

  market(): MarketData {
    return {
      closes: (wish) => this.closes(wish),
      candles: (wish) => this.candles(wish),
      lengths: () => ['1m', '1h', '1d'],
      symbolOf: (_, base, quote) => base + quote,
      quote: (_, symbol) => Promise.reject(new SymbolGone(symbol)),
      brackets: () => Promise.resolve(null),
      filters: (_, symbol) => Promise.reject(new SymbolGone(symbol)),
      fundingRates: ({ symbol }) => Promise.reject(new SymbolGone(symbol)),
      spotPairs: () => this.spotPairs(),
    };
  }

  /** Candles that never moved. */
  private async candles(wish: CandleRequest): Promise<Told<Candle>> {
    const { rows, serverTime } = await this.closes(wish);
    return { rows: rows.map(({ opensAt, price }) => ({ opensAt, open: price, high: price, low: price, close: price })), serverTime };
  }

  private async closes(wish: CandleRequest): Promise<Told<CandleClose>> {
    this.asked.push(wish);
    await this.before(wish);
    if (this.down) throw new VenueUnavailable('the test says so');
    const close = this.pairs[wish.symbol];
    if (!close) throw new SymbolGone(wish.symbol);
    const rows: CandleClose[] = [];
    const step = candleLengths[wish.length];
    for (let at = wish.from.getTime(); at < wish.to.getTime() && at + step <= this.serverTime.getTime(); at += step) {
      const price = close(at + step);
      if (price !== null) rows.push({ opensAt: new Date(at), price });
    }
    return { rows, serverTime: this.serverTime };
  }

  private spotPairs(): Promise<SpotPairs> {
    return this.down
      ? Promise.reject(new VenueUnavailable('the test says so'))
      : Promise.resolve({ symbols: new Set(Object.keys(this.pairs)), join: (base, quote) => base + quote });
  }
}
