import type { ClientOptions } from './exchange-client.js';
import type { Venue } from './rows.js';

export const markets = ['spot', 'futures'] as const;
export type Market = (typeof markets)[number];

export const candleLengths = { '1s': 1000, '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type CandleLength = keyof typeof candleLengths;

/** Candles that open from `from` on, and before `to`. Both are whole candles, UTC. */
export interface CandleRequest {
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

/** The best prices of the order book. */
export interface Quote {
  bid: string;
  ask: string;
}

/** What a venue lets a position in a perpetual contract do, up to a size. */
export interface LeverageBracket {
  /** Times the margin. */
  maxLeverage: string;
  /** Share of the position that must be left as margin, or it is liquidated: `0.005` is 0.5 %. */
  maintenanceRatio: string;
  /** Largest position of the bracket, inclusive: its value in the quote currency. Null where the venue limits the quantity. */
  maxNotional: string | null;
  /** The same as a quantity in the base currency. Null where the venue limits the value. */
  maxQuantity: string | null;
  /** Amount in the quote currency by which the maintenance margin is lower than ratio x value; null where the venue has none. */
  deduction: string | null;
}

/** Sizes of the orders that a venue takes. Plain decimals above zero; where `contractSize` is not null, sizes are in contracts. */
export interface MarketFilters {
  /** Orders are whole multiples of it. */
  stepSize: string;
  minQuantity: string;
  /** Largest order that is filled as a limit and as a market order, as a stop is; null: no limit. */
  maxQuantity: string | null;
  /** Smallest value of an order, in the quote currency; null: no limit. */
  minNotional: string | null;
  /** Base currency in one contract; null where orders are in the base currency. */
  contractSize: string | null;
}

/** What a pair traded at in a candle, with the venue's digits. */
export interface Candle {
  opensAt: Date;
  open: string;
  high: string;
  low: string;
  close: string;
}

/** Payments between the holders of a perpetual contract that were settled from `from` on, and before `to`. Both are whole minutes, UTC. */
export interface FundingRequest {
  symbol: string;
  from: Date;
  to: Date;
}

/** What was settled at a time: longs pay shorts this share of what they hold, or are paid where it is below zero. */
export interface FundingRate {
  /** A whole minute. */
  at: Date;
  /** Of one, with the venue's digits. */
  rate: string;
  /** The price at which positions were valued; null where the venue does not tell. */
  mark: string | null;
}

/** What is told, and the venue's time before it was asked: candles that ended before are told whole. */
export interface Told<T> {
  rows: T[];
  serverTime: Date;
}

/** How coins are joined to the symbol of a spot pair. */
export interface SpotPairs {
  /** Spot symbols that trade today, as the venue's candles are asked for. */
  symbols: ReadonlySet<string>;
  join(base: string, quote: string): string;
}

/**
 * What a venue tells everybody about its markets. Every method rejects with an ExchangeError of errors.ts and nothing else (an abort of
 * `signal` aside).
 */
export interface MarketData {
  /**
   * Closes of candles that are over, oldest first; minutes in which nothing was traded may be missing, and so may all of them. Throws
   * SymbolGone where the venue knows no such pair.
   */
  closes(wish: CandleRequest): Promise<Told<CandleClose>>;
  /** The same with all that a candle tells. */
  candles(wish: CandleRequest): Promise<Told<Candle>>;
  /** Lengths of the candles that the venue tells of a market. */
  lengths(market: Market): readonly CandleLength[];
  /** How the venue writes a pair: its spot symbol, or that of the perpetual contract settled in the quote. */
  symbolOf(market: Market, base: string, quote: string): string;
  /** What is offered now. Throws SymbolGone. */
  quote(market: Market, symbol: string): Promise<Quote>;
  /**
   * The brackets of a perpetual contract, those of the smallest positions first; at most an hour old. Null where the venue tells them to
   * holders of a key alone, and the operator gave none. Throws SymbolGone.
   */
  brackets(symbol: string): Promise<LeverageBracket[] | null>;
  /** The order sizes of a pair; at most ten minutes old. Throws SymbolGone where the venue does not trade it. */
  filters(market: Market, symbol: string): Promise<MarketFilters>;
  /** What the holders of a perpetual contract paid each other, oldest first. Throws SymbolGone. */
  fundingRates(wish: FundingRequest): Promise<Told<FundingRate>>;
  /** At most an hour old. */
  spotPairs(): Promise<SpotPairs>;
}

export abstract class MarketDataGateway {
  abstract market(venue: Venue, options: ClientOptions): MarketData;
}
