import type { LeverageBracket, Market, MarketFilters } from '../venues/index.js';
import type { Side } from './signal.input.js';

/** Prices and amounts are plain decimal strings; amounts are in the quote currency unless noted otherwise. */
export interface PositionSizeInput {
  /** Value of the member's account; null: unknown. */
  equity: string | null;
  /** Share of the equity to lose at the stop, in percent: 0.1 to 10, two decimals at most. */
  riskPercent: string;
  side: Side;
  entryPrice: string;
  stopLoss: string;
  targets: readonly string[];
  /** Share of the traded value that the exchange charges for an order that is filled at once: `0.0005` is 0.05 %. */
  takerFee: string;
  /** Times the margin, a whole number; 1 on a spot market. */
  leverage: number;
  market: Market;
  /** Null: the exchange did not answer. */
  filters: MarketFilters | null;
  /** Brackets of a perpetual contract, smallest positions first; null: unknown. */
  brackets: readonly LeverageBracket[] | null;
}

export type SizeWarning =
  /** The exchange takes no order this small: there is no quantity. */
  | 'below-minimum'
  /** Reduced to the exchange's largest order. */
  | 'above-maximum'
  /** Reduced to the largest position for which the exchange allows this leverage. */
  | 'above-leverage-limit'
  /** Reduced to what the equity pays for: margin, or the whole cost on a spot market, and the fee of the entry. */
  | 'margin-exceeds-equity'
  /** The exchange would close the position before, or at, the stop: the loss can be the whole margin. */
  | 'liquidation-before-stop';

/** Why there is no quantity. */
export type NoSizeReason =
  | 'equity-unknown'
  | 'equity-not-positive'
  | 'filters-unknown'
  /** The exchange does not trade the pair. */
  | 'not-traded'
  | 'short-on-spot'
  /** No bracket of the exchange allows the signal's leverage. */
  | 'leverage-not-allowed'
  | 'below-minimum';

/** Why there is no liquidation price. */
export type NoLiquidationReason = 'spot' | 'brackets-unknown' | 'never' | 'no-quantity';

/** What it takes to reach the exchange's smallest order. */
export interface MinimumNeeds {
  /** Rounded up to the lot; in the base currency. */
  quantity: string;
  /** In percent, rounded up to two decimals; null: more than 10 %, or the equity does not pay for the order. */
  riskPercent: string | null;
  /** At the chosen risk, rounded up to eight decimals. */
  equity: string;
}

export interface PositionSize {
  /** In the base currency; null: see `reason`. */
  quantity: string | null;
  reason: NoSizeReason | null;
  /** The same in contracts, where the exchange takes orders in contracts. */
  contracts: string | null;
  /** Value at the entry price. */
  notional: string | null;
  /** Notional over leverage; the whole cost on a spot market. Without fees. */
  margin: string | null;
  /** Between entry and stop, with the fees of both. Never more than `riskAmount`. */
  lossAtStop: string | null;
  /** What the chosen risk allows to lose; null: the equity is unknown. */
  riskAmount: string | null;
  fees: { entry: string; stop: string } | null;
  /** Result of closing the whole position at each target, less the fees of entry and exit; below zero where fees exceed it. */
  targets: { price: string; reward: string | null }[];
  liquidationPrice: string | null;
  liquidationReason: NoLiquidationReason | null;
  warnings: SizeWarning[];
  minimum: MinimumNeeds | null;
}
