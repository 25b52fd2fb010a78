import type { DayFlag, flowKinds, periodMethods } from '../portfolio.entities.js';

/** A stored day; amounts in USDT, returns as fractions. */
export interface DayView {
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
  dayReturn: string | null;
  index: string | null;
  indexHigh: string | null;
  indexLow: string | null;
  dayFall: string | null;
  drawdown: string | null;
  segment: number;
  btcPrice: string | null;
  flags: DayFlag[];
}

/** What others earned on a day. BTC's price is part of the day itself. */
export interface BenchmarkDay {
  day: string;
  /** USDT price of ETH at its end; null: not stored. */
  ethPrice: string | null;
}

export interface PeriodView {
  startedAt: Date;
  endedAt: Date;
  valueStart: string | null;
  valueEnd: string | null;
  flow: string;
  method: (typeof periodMethods)[number];
  periodReturn: string | null;
  segment: number;
}

export interface FlowView {
  kind: (typeof flowKinds)[number];
  id: string;
  at: Date;
  asset: string;
  quantity: string;
  price: string | null;
  value: string | null;
}
