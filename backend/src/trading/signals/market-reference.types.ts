import type { LeverageBracket, Market, Venue } from '../venues/index.js';

/** The market on which a signal is scored. */
export interface SignalMarket {
  venue: Venue;
  /** With leverage, the perpetual contract. */
  market: Market;
}

/** A signal's market at its publication. */
export interface MarketReference extends SignalMarket {
  /** Price of entering at once: the ask for a long signal, the bid for a short one. Null if the venue did not answer. */
  price: string | null;
  /** Leverage bracket of the contract's smallest positions; null on a spot market, and if the venue did not answer. */
  bracket: LeverageBracket | null;
}
