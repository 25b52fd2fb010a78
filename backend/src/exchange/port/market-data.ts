import type { ClientOptions } from './exchange-client.js';
import type { Venue } from './rows.js';

export const markets = ['spot', 'futures'] as const;
export type Market = (typeof markets)[number];

export const candleLengths = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type CandleLength = keyof typeof candleLengths;

/** Candles that open from `from` on, and before `to`. Both are whole candles, UTC. */
export interface CandleWish {
  market: Market;
  /** As the venue's own rows of fills spell it. */
  symbol: string;
  length: CandleLength;
  from: Date;
  to: Date;
}

/** What a pair last traded at in a candle. */
export interface CandleClose {
  opensAt: Date;
  price: string;
}

/** How coins are joined to the symbol of a spot pair. */
export interface SpotPairs {
  /** Spot symbols that trade today, as the venue's candles are asked for. */
  symbols: ReadonlySet<string>;
  join(base: string, quote: string): string;
}

/** What a venue tells everybody about its markets. Every method rejects with an ExchangeError of errors.ts and nothing else (an abort of `signal` aside). */
export interface MarketData {
  /**
   * Closes of candles that are over, oldest first; minutes in which nothing was traded may be missing, and so may all of them. `serverTime` is
   * the venue's time before it was asked: candles that ended before are told whole. Throws SymbolGone where the venue knows no such pair.
   */
  closes(wish: CandleWish): Promise<{ rows: CandleClose[]; serverTime: Date }>;
  /** At most an hour old. */
  spotPairs(): Promise<SpotPairs>;
}

export abstract class MarketDataGateway {
  abstract market(venue: Venue, options: ClientOptions): MarketData;
}
