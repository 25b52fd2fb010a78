import type { Language } from '../../../platform/domain/index.js';
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
import { withReasonTexts } from './reason.presenter.js';

const iso = (date: Date | null) => date?.toISOString() ?? null;

function presentStanding(view: Standing, language: Language): PortfolioStandingWire {
  const { from, reason, fundingUnknown, futuresSince, fundingSince } = view.complete;
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
      ...withReasonTexts({ from, reason, fundingUnknown }, language),
      futuresSince: iso(futuresSince),
      fundingSince: iso(fundingSince),
    },
  };
}

export function presentOverview(view: Overview, language: Language): PortfolioWire {
  return {
    ...presentStanding(view, language),
    equity: view.last?.equity ?? null,
    reported: view.reported,
    spot: view.last?.spot ?? null,
    futures: view.last?.futures ?? null,
    unrealised: view.last?.unrealised ?? null,
    flags: view.last?.flags ?? [],
    changes: view.changes.map(({ span, since, ...figures }) => ({ span, since: iso(since), ...withReasonTexts(figures, language) })),
    exposure: withReasonTexts(view.exposure, language),
    today: withReasonTexts(view.today, language),
    allocation: view.allocation.map(({ coin, wallet, quantity, value, share }) => ({ coin, wallet, quantity, value, share })),
  };
}

export function presentDay({ dayReturn, ...day }: DayView): PortfolioDayWire {
  return { ...day, change: dayReturn };
}

export function presentPerformance(view: Standing & Performance & { lifetime: Lifetime }, language: Language): PerformanceWire {
  const { lifetime, ...figures } = withReasonTexts(view, language);
  return {
    ...figures,
    ...presentStanding(view, language),
    startedAt: iso(view.startedAt),
    endedAt: iso(view.endedAt),
    lifetime: { ...lifetime, since: iso(view.lifetime.since) },
  };
}

export function presentMonth({ month, change, periods, flows, cut, days }: MonthView, language: Language): PortfolioPeriodsWire {
  return {
    month,
    change: withReasonTexts(change, language),
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

export function presentPosition({ lastTradeAt, legs, ...position }: PositionView, language: Language): PortfolioPositionWire {
  return {
    ...withReasonTexts(position, language),
    lastTradeAt: iso(lastTradeAt),
    legs: legs.map(({ lastTradeAt: at, ...leg }) => ({ ...withReasonTexts(leg, language), lastTradeAt: iso(at) })),
  };
}
