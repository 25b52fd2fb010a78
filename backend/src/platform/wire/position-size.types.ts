import type { PlatformWire } from './kyc.types.js';

export type SizeWarningWire =
  'below-minimum' | 'above-maximum' | 'above-leverage-limit' | 'margin-exceeds-equity' | 'liquidation-before-stop';

export type NoSizeReasonWire =
  'equity-unknown' | 'equity-not-positive' | 'filters-unknown' | 'not-traded' | 'short-on-spot' | 'leverage-not-allowed' | 'below-minimum';

/** GET /me/signals/:id/position-size. Decimals are strings; amounts are in the quote currency. Null is unknown, never 0. */
export interface PositionSizeWire {
  /** `BTC/USDT` */
  symbol: string;
  venue: PlatformWire;
  market: 'spot' | 'futures';
  leverage: number;
  /** Share of the traded value, assumed for both orders: `0.0005` is 0.05 %. */
  takerFee: string;
  /** In percent: used here, and stored. */
  riskPercent: string;
  preferredRiskPercent: string;
  /** Value of the member's exchange account, and the exchange's time of its balances. */
  equity: string | null;
  equityAt: string | null;
  equityReason: 'no-account' | 'not-computed' | 'unpriced' | 'other-quote' | null;
  /** In the base currency, rounded down to the lot; null: see `reason`. */
  quantity: string | null;
  reason: NoSizeReasonWire | null;
  /** The same in contracts, where the exchange takes orders in contracts. */
  contracts: string | null;
  notional: string | null;
  margin: string | null;
  /** With the fees of entry and exit; never more than `riskAmount`. */
  lossAtStop: string | null;
  riskAmount: string | null;
  fees: { entry: string; stop: string } | null;
  /** Result of closing the whole position at each target, less fees. */
  targets: { price: string; reward: string | null }[];
  /** Of an isolated position, approximate. */
  liquidationPrice: string | null;
  liquidationReason: 'spot' | 'brackets-unknown' | 'never' | 'no-quantity' | null;
  warnings: SizeWarningWire[];
  /** What the exchange's smallest order takes; null unless the size is below it. */
  minimum: { quantity: string; riskPercent: string | null; equity: string } | null;
}

/** PUT /me/risk */
export interface RiskChoiceWire {
  riskPercent: string;
}
