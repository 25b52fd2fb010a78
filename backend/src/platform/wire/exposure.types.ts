import type { FigureWire } from './portfolio.types.js';

// Parts of a member's portfolio: what moves with the markets, what made the day's result, and prices to compare with.

/** What moves with the markets, at the last sync. Amounts in USDT; `net` and `leverage` are fractions of the account's equity. */
export interface ExposureWire {
  /** Coins that are not stablecoins, and long positions. */
  long: FigureWire;
  /** Short positions and borrowed coins; positive. */
  short: FigureWire;
  /** Long less short. */
  net: FigureWire;
  /** Long plus short. */
  leverage: FigureWire;
  /** The open position nearest to its liquidation price, as a fraction of its mark price; null: none has a liquidation price. */
  nearest: { symbol: string; side: 'long' | 'short'; distance: string } | null;
}

/** The result of the last day by coin and contract, in USDT. */
export interface DayResultWire {
  day: string | null;
  /** The same figure as the profit of the span `today`. */
  total: FigureWire;
  /** Largest first, without zeros; unknown ones last. other: payments of the futures wallet without a contract. */
  parts: { kind: 'coin' | 'contract' | 'other'; name: string; result: FigureWire }[];
  /** What the parts with an unknown result made together: the known ones and it add up to the total exactly. */
  rest: string | null;
  /** Why there are no parts. */
  reason: string | null;
}

/**
 * GET /me/portfolio/benchmarks?from&to: `data`, oldest first. The price of BTC is part of each day of /me/portfolio/days. The last day has
 * the price at the last full hour before the reading.
 */
export type BenchmarkDaysWire = {
  day: string;
  /** Of ETH in USDT at the end of the day; null: not known. */
  ethPrice: string | null;
}[];
