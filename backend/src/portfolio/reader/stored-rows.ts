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

export const dayColumns = `day::text, equity, spot, futures, unrealised, inflow, outflow, realised, fees, funding, day_return, "index", index_high, index_low, day_fall, drawdown, segment, btc_price, flags`;

export interface DayRecord {
  day: string;
  equity: string | null;
  spot: string | null;
  futures: string | null;
  unrealised: string | null;
  inflow: string;
  outflow: string;
  realised: string | null;
  fees: string | null;
  funding: string | null;
  day_return: string | null;
  index: string | null;
  index_high: string | null;
  index_low: string | null;
  day_fall: string | null;
  drawdown: string | null;
  segment: number;
  btc_price: string | null;
  flags: DayFlag[];
}

export function dayOf({ day_return, index_high, index_low, day_fall, btc_price, ...row }: DayRecord): DayView {
  return { ...row, dayReturn: day_return, indexHigh: index_high, indexLow: index_low, dayFall: day_fall, btcPrice: btc_price };
}

export interface PeriodRecord {
  started_at: string;
  ended_at: string;
  value_start: string | null;
  value_end: string | null;
  flow: string;
  method: (typeof periodMethods)[number];
  period_return: string | null;
  segment: number;
}

export function periodOf(row: PeriodRecord): PeriodView {
  return {
    startedAt: new Date(row.started_at),
    endedAt: new Date(row.ended_at),
    valueStart: row.value_start,
    valueEnd: row.value_end,
    flow: row.flow,
    method: row.method,
    periodReturn: row.period_return,
    segment: row.segment,
  };
}

export interface FlowRecord {
  kind: (typeof flowKinds)[number];
  id: string;
  at: string;
  asset: string;
  quantity: string;
  price: string | null;
  value: string | null;
}

export const flowOf = (row: FlowRecord): FlowView => ({ ...row, at: new Date(row.at) });
