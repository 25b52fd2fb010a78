import type {
  PerformanceWire,
  PortfolioDayWire,
  PortfolioPeriodsWire,
  PortfolioPositionWire,
  PortfolioStandingWire,
  PortfolioWire,
} from '../../../platform/wire/index.js';
import type { Lifetime } from '../reader/lifetime.js';
import type { Performance } from '../reader/performance.js';
import type { MonthView, Overview, Standing } from '../reader/portfolio.reader.js';
import type { PositionView } from '../reader/position.mapper.js';
import type { DayView } from '../reader/stored-portfolio.types.js';

const iso = (date: Date | null) => date?.toISOString() ?? null;

function presentStanding(view: Standing): PortfolioStandingWire {
  return {
    state: view.state,
    failure: view.failure,
    venue: view.venue,
    firstDay: view.firstDay,
    lastDay: view.lastDay,
    readAt: iso(view.readAt),
    computedAt: iso(view.computedAt),
    methodologyVersion: view.methodologyVersion,
    complete: {
      ...view.complete,
      futuresSince: iso(view.complete.futuresSince),
      fundingSince: iso(view.complete.fundingSince),
    },
  };
}

export function presentOverview(view: Overview): PortfolioWire {
  return {
    ...presentStanding(view),
    equity: view.last?.equity ?? null,
    reported: view.reported,
    spot: view.last?.spot ?? null,
    futures: view.last?.futures ?? null,
    unrealised: view.last?.unrealised ?? null,
    flags: view.last?.flags ?? [],
    changes: view.changes.map(({ span, since, profit, change }) => ({ span, since: iso(since), profit, change })),
    allocation: view.allocation.map(({ coin, wallet, quantity, value, share }) => ({ coin, wallet, quantity, value, share })),
  };
}

export function presentDay({ dayReturn, ...day }: DayView): PortfolioDayWire {
  return { ...day, change: dayReturn };
}

export function presentPerformance({
  startedAt,
  endedAt,
  lifetime,
  ...view
}: Standing & Performance & { lifetime: Lifetime }): PerformanceWire {
  return {
    ...view,
    ...presentStanding(view),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    lifetime: { ...lifetime, since: iso(lifetime.since) },
  };
}

export function presentMonth({ month, change, periods, flows, cut, days }: MonthView): PortfolioPeriodsWire {
  return {
    month,
    change,
    periods: periods.map(({ startedAt, endedAt, periodReturn, ...period }) => ({
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      ...period,
      change: periodReturn,
    })),
    flows: flows.map(({ at, ...flow }) => ({ ...flow, at: at.toISOString() })),
    cut,
    days: days.map(({ day, flags }) => ({ day, flags })),
  };
}

export function presentPosition({ lastTradeAt, legs, ...position }: PositionView): PortfolioPositionWire {
  return {
    ...position,
    lastTradeAt: iso(lastTradeAt),
    legs: legs.map(({ lastTradeAt: at, ...leg }) => ({ ...leg, lastTradeAt: iso(at) })),
  };
}
