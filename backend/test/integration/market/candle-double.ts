import {
  candleLengths,
  MarketDataGateway,
  type Candle,
  type CandleLength,
  type CandleRequest,
  type FundingRate,
  type FundingRequest,
  type MarketData,
  type MarketFilters,
  type Quote,
  type Told,
} from '../../../src/trading/venues/index.js';
import { VenueUnavailable, SymbolGone } from '../../../src/trading/venues/port/index.js';

export type MinuteCandle = Omit<Candle, 'opensAt'>;

/** Candles as a test wants them: those of each pair are a function of the second at which they open. */
export class CandleDouble extends MarketDataGateway implements MarketData {
  readonly asked: CandleRequest[] = [];
  pairs: Record<string, (opensAt: number) => MinuteCandle | null> = {};
  /** Of a second each. */
  seconds: Record<string, (opensAt: number) => MinuteCandle | null> = {};
  /** Of perpetual contracts: what was settled at a second. */
  funding: Record<string, (at: number) => Omit<FundingRate, 'at'> | null> = {};
  readonly askedFunding: FundingRequest[] = [];
  fundingIsDown = false;
  /** Called before each answer. */
  before: (wish: CandleRequest) => Promise<void> = () => Promise.resolve();
  private now: () => number = () => 0;
  private answers = Infinity;

  reset(pairs: CandleDouble['pairs'], now: () => number): void {
    this.asked.length = 0;
    this.askedFunding.length = 0;
    Object.assign(this, { pairs, seconds: {}, funding: {}, fundingIsDown: false, now, answers: Infinity, before: () => Promise.resolve() });
  }

  /** It answers so many questions more than were asked, and no other. */
  downFrom(answers: number): void {
    this.answers = this.asked.length + answers - 1;
  }

  market(): MarketData {
    return this;
  }

  async candles(wish: CandleRequest): Promise<Told<Candle>> {
    this.asked.push(wish);
    await this.before(wish);
    if (this.asked.length > this.answers) throw new VenueUnavailable('the test says so');
    const candle = (wish.length === '1s' ? this.seconds : this.pairs)[wish.symbol];
    if (!candle) throw new SymbolGone(wish.symbol);
    const [step, serverTime] = [candleLengths[wish.length] / 1000, new Date(this.now() * 1000)];
    const rows: Candle[] = [];
    for (let at = wish.from.getTime() / 1000; at < wish.to.getTime() / 1000 && at + step <= this.now(); at += step) {
      const one = candle(at);
      if (one) rows.push({ opensAt: new Date(at * 1000), ...one });
    }
    return { rows, serverTime };
  }

  async fundingRates(wish: FundingRequest): Promise<Told<FundingRate>> {
    this.askedFunding.push(wish);
    if (this.fundingIsDown) throw new VenueUnavailable('the test says so');
    const rates = this.funding[wish.symbol];
    if (!rates) throw new SymbolGone(wish.symbol);
    const rows: FundingRate[] = [];
    for (let at = Math.ceil(wish.from.getTime() / 3_600_000) * 3600; at < wish.to.getTime() / 1000 && at <= this.now(); at += 3600) {
      const one = rates(at);
      if (one) rows.push({ at: new Date(at * 1000), ...one });
    }
    return { rows, serverTime: new Date(this.now() * 1000) };
  }

  async closes(wish: CandleRequest) {
    const { rows, serverTime } = await this.candles(wish);
    return { rows: rows.map(({ opensAt, close }) => ({ opensAt, price: close })), serverTime };
  }

  lengths(): readonly CandleLength[] {
    return Object.keys(this.seconds).length > 0 ? ['1s', '1m'] : ['1m'];
  }

  symbolOf(_market: unknown, base: string, quote: string): string {
    return base + quote;
  }

  quote(_market: unknown, symbol: string): Promise<Quote> {
    return Promise.reject(new SymbolGone(symbol));
  }

  brackets() {
    return Promise.resolve(null);
  }

  filters(_market: unknown, symbol: string): Promise<MarketFilters> {
    return Promise.reject(new SymbolGone(symbol));
  }

  spotPairs() {
    return Promise.resolve({ symbols: new Set(Object.keys(this.pairs)), join: (base: string, quote: string) => base + quote });
  }
}
