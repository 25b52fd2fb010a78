/**
 * What a member's exchange account was worth and what trading it has brought, from the days that the worker has stored. Amounts are decimal
 * strings in USDT unless they say otherwise; returns are fractions (`0.05` is 5 %); days are UTC, YYYY-MM-DD. Null is unknown or undefined.
 */
import type { DayResultWire, ExposureWire } from './exposure.types.js';

/** none: no exchange account. computing: nothing is computed yet, or newer rows wait to be. failed: the last computation did not end. */
export type PortfolioStateWire = 'none' | 'computing' | 'ready' | 'failed';

/**
 * unpriced: something had no price. estimated: a valuation at a large deposit or withdrawal was missing. unreconciled: rows do not explain
 * the balances. partial: not a whole day. incomplete: the exchange does not provide everything that happened; no return and no total
 * includes the day.
 */
export type DayFlagWire = 'unpriced' | 'estimated' | 'unreconciled' | 'partial' | 'incomplete';

/** A figure that can be undefined; `reason` then says why, for people. */
export interface FigureWire {
  value: string | null;
  reason: string | null;
}

export interface PortfolioStandingWire {
  state: PortfolioStateWire;
  /** Why the last computation did not end. */
  failure: string | null;
  venue: string | null;
  /** The first and the last day that is stored. */
  firstDay: string | null;
  lastDay: string | null;
  /** When the exchange reported the balances of the last day. */
  readAt: string | null;
  computedAt: string | null;
  methodologyVersion: number | null;
  complete: PortfolioCompletenessWire;
}

/** From when on figures rest on everything that happened in the account. */
export interface PortfolioCompletenessWire {
  /** The first complete day; null: none yet. */
  from: string | null;
  /** Why figures do not begin with the account's first row; null where they do. */
  reason: string | null;
  /** Results of futures rest on trades from here on; null: on all of them. */
  futuresSince: string | null;
  /** Funding is known from here on; null: all of it. */
  fundingSince: string | null;
  /** Why funding is not known at all; null where it is. */
  fundingUnknown: string | null;
}

export interface PortfolioChangeWire {
  span: 'today' | '7d' | '30d';
  /** The midnight it is counted from. */
  since: string | null;
  /** Profit or loss without deposits and withdrawals. */
  profit: FigureWire;
  /** Time-weighted. */
  change: FigureWire;
}

export interface AllocationWire {
  /** Null for assets outside of the spot wallet. */
  coin: string | null;
  /** That wallet, by its name; null for a coin. */
  wallet: string | null;
  quantity: string | null;
  value: string | null;
  /** Of everything that has a price. */
  share: string | null;
}

/** GET /me/portfolio: `data`. */
export interface PortfolioWire extends PortfolioStandingWire {
  equity: string | null;
  /** The account's value as the exchange reports it. */
  reported: string | null;
  spot: string | null;
  futures: string | null;
  unrealised: string | null;
  /** Of the last day. */
  flags: DayFlagWire[];
  changes: PortfolioChangeWire[];
  exposure: ExposureWire;
  today: DayResultWire;
  allocation: AllocationWire[];
}

export interface PortfolioDayWire {
  day: string;
  equity: string | null;
  spot: string | null;
  futures: string | null;
  unrealised: string | null;
  inflow: string;
  outflow: string;
  /** Null: not known. */
  realised: string | null;
  fees: string | null;
  funding: string | null;
  /** Of the day. */
  change: string | null;
  /** The chain of returns, which begins with 1 in each segment. */
  index: string | null;
  /** Highest and lowest index of the periods that ended this day. */
  indexHigh: string | null;
  indexLow: string | null;
  /** Deepest fall of the index within the day; 0 or less. */
  dayFall: string | null;
  /** From the highest period index of the segment so far; 0 or less. */
  drawdown: string | null;
  /** 0 where no chain of returns runs. */
  segment: number;
  btcPrice: string | null;
  flags: DayFlagWire[];
}

/**
 * GET /me/portfolio/days?from&to and GET /admin/portfolios/{userId}/days?from&to: `data`, oldest first. Without `from` the newest 366 days.
 */
export type PortfolioDaysWire = PortfolioDayWire[];

export interface PerformanceMonthWire {
  /** YYYY-MM */
  month: string;
  change: FigureWire;
  profit: FigureWire;
  inflow: FigureWire;
  outflow: FigureWire;
  /** At the end of the month, or of the range. */
  equity: string | null;
  /** False where the range, or the account, covers a part of the month only. */
  whole: boolean;
  flags: DayFlagWire[];
}

export interface PerformanceSegmentWire {
  segment: number;
  from: string;
  to: string;
  days: number;
  change: FigureWire;
  maxDrawdown: FigureWire;
}

/** GET /me/portfolio/performance?from&to: `data`. */
export interface PerformanceWire extends PortfolioStandingWire {
  /** The days it covers; null where none is stored. */
  from: string | null;
  to: string | null;
  days: number;
  /** From the valuation that everything is measured from to the one it ends with. */
  startedAt: string | null;
  endedAt: string | null;
  equityStart: string | null;
  equityEnd: string | null;
  profit: FigureWire;
  inflow: FigureWire;
  outflow: FigureWire;
  /** From trading: realised profit, fees and funding. */
  realised: FigureWire;
  fees: FigureWire;
  funding: FigureWire;
  twr: FigureWire;
  mwr: FigureWire;
  maxDrawdown: FigureWire;
  sharpe: FigureWire;
  sortino: FigureWire;
  /** A year, compounded. */
  cagr: FigureWire;
  calmar: FigureWire;
  /** Holding BTC over the same days, and the account over exactly these. */
  bitcoin: { from: string | null; change: FigureWire; own: FigureWire };
  bestMonth: { month: string; change: string } | null;
  worstMonth: { month: string; change: string } | null;
  months: PerformanceMonthWire[];
  years: { year: string; change: FigureWire }[];
  segments: PerformanceSegmentWire[];
  /** How many days carry each mark. */
  marks: Record<DayFlagWire, number>;
  /** Of the account's whole life, whatever period is asked for. */
  lifetime: PortfolioLifetimeWire;
}

/** All deposits and withdrawals against the account's present value. */
export interface PortfolioLifetimeWire {
  /** The first deposit or withdrawal. */
  since: string | null;
  inflow: FigureWire;
  outflow: FigureWire;
  /** Equity less deposits plus withdrawals. */
  result: FigureWire;
}

export interface PortfolioPeriodWire {
  startedAt: string;
  endedAt: string;
  /** After the flow that began it, and before the one that ends it. */
  valueStart: string | null;
  valueEnd: string | null;
  /** At its end; within it where the method is dietz. */
  flow: string;
  method: 'exact' | 'dietz' | 'estimated';
  change: string | null;
  segment: number;
}

export interface PortfolioFlowWire {
  id: string;
  kind: 'deposit' | 'withdrawal' | 'opening' | 'unexplained' | 'other';
  at: string;
  asset: string;
  /** Signed, in the asset. */
  quantity: string;
  price: string | null;
  value: string | null;
}

/** GET /me/portfolio/periods?month=YYYY-MM: `data`; the sub-periods of a month's return, oldest first. */
export interface PortfolioPeriodsWire {
  month: string;
  change: FigureWire;
  periods: PortfolioPeriodWire[];
  flows: PortfolioFlowWire[];
  /** There are more than listed. */
  cut: boolean;
  days: Pick<PortfolioDayWire, 'day' | 'flags'>[];
}

/** The long or the short side of a contract in hedge mode; amounts of a short position are negative. */
export interface PortfolioLegWire {
  side: 'long' | 'short';
  realised: string;
  fees: string;
  openQty: string;
  openCost: string;
  averageCost: string | null;
  price: string | null;
  unrealised: FigureWire;
  trades: number;
  lastTradeAt: string | null;
}

export interface PortfolioPositionWire {
  market: 'spot' | 'futures';
  /** A coin, or a contract. */
  asset: string;
  realised: string;
  fees: string;
  /** By contract: venues do not report it by side. */
  funding: FigureWire;
  /** Null in hedge mode: the sides are in `legs`, and not netted. */
  openQty: string | null;
  openCost: string | null;
  averageCost: string | null;
  /** Came without a known cost, and is left out of `realised`. */
  unknownQty: string;
  /** At the last sync, in USDT. */
  price: string | null;
  value: string | null;
  unrealised: FigureWire;
  trades: number;
  lastTradeAt: string | null;
  /** Empty in one-way mode. */
  legs: PortfolioLegWire[];
}

/** GET /me/portfolio/positions: `data`, the largest result first. */
export type PortfolioPositionsWire = PortfolioPositionWire[];

/** GET /admin/portfolios/{userId}?from&to: `data`; the same as the member sees. */
export interface MemberPortfolioWire {
  portfolio: PortfolioWire;
  performance: PerformanceWire;
  positions: PortfolioPositionsWire;
}
