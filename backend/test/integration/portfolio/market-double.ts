import { candleLengths, MarketDataGateway, type CandleClose, type MarketData, type SpotPairs } from '../../../src/exchange/index.js';
import { ExchangeDown, SymbolGone, type CandleWish } from '../../../src/exchange/port/index.js';

/** Candles as a test wants them: the close of every pair is a function of the time at which a candle ends. */
export class MarketDouble extends MarketDataGateway {
  readonly asked: CandleWish[] = [];
  down = false;
  /** Waited for before each answer. */
  before: (wish: CandleWish) => Promise<void> = () => Promise.resolve();
  pairs: Record<string, (at: number) => string | null> = {};
  serverTime = new Date('2026-11-20T12:00:00Z');

  market(): MarketData {
    return { closes: (wish) => this.closes(wish), spotPairs: () => this.spotPairs() };
  }

  private async closes(wish: CandleWish): Promise<{ rows: CandleClose[]; serverTime: Date }> {
    this.asked.push(wish);
    await this.before(wish);
    if (this.down) throw new ExchangeDown('the test says so');
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
    return this.down ? Promise.reject(new ExchangeDown('the test says so')) : Promise.resolve({ symbols: new Set(Object.keys(this.pairs)), join: (base, quote) => base + quote });
  }
}
