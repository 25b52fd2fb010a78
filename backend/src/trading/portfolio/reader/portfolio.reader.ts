import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal, NotFound } from '../../../platform/domain/index.js';
import type { Venue } from '../../venues/index.js';
import { etherPair } from '../benchmark.rules.js';
import type { StoredDayResults, StoredPast } from '../store/index.js';
import { chainReturn } from './chain.js';
import { dayResultOf, type DayResultView } from './day-result.rules.js';
import { completenessOf, type Completeness } from './completeness.js';
import { dayAfter, endOf, type Figure } from './figure.js';
import { exposureOf, noExposure, type Exposure, type HeldCoin, type OpenPosition } from './exposure.rules.js';
import { lifetimeOf, type Lifetime } from './lifetime.js';
import { allocationOf, changesOf, LONGEST_SPAN, type Allocated, type Change } from './overview.js';
import { performanceOf, type Performance } from './performance.js';
import { positionOf, type PositionView } from './position.mapper.js';
import { benchmarkDays, heldCoins, openPositions, walletSums, type WalletSum } from './snapshot.sql.js';
import {
  daysBetween,
  daysOfMember,
  flowsBetween,
  holdings,
  lastKnownBefore,
  moneyMoved,
  otherWallets,
  periodsBetween,
  positions,
  standings,
  toFlow,
  toPeriod,
  unvaluedDays,
  type StandingRow,
} from './stored-portfolio.sql.js';
import type { BenchmarkDay, DayView, FlowView, PeriodView } from './stored-portfolio.types.js';

export type PortfolioState = 'none' | 'computing' | 'ready' | 'failed';

export interface Standing {
  state: PortfolioState;
  failure: string | null;
  venue: Venue | null;
  firstDay: string | null;
  lastDay: string | null;
  readAt: Date | null;
  computedAt: Date | null;
  methodologyVersion: number | null;
  complete: Completeness;
}

export interface Overview extends Standing {
  /** The last day; null before the first computation. */
  last: DayView | null;
  reported: string | null;
  changes: Change[];
  allocation: Allocated[];
  exposure: Exposure;
  today: DayResultView;
}

export interface MonthView {
  month: string;
  change: Figure;
  periods: PeriodView[];
  flows: FlowView[];
  cut: boolean;
  days: DayView[];
}

/** Inclusive; by default from the first to the last day. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Maximum flows of a money-weighted return. */
const MAX_FLOWS = 5000;
/** Maximum sub-periods and flows of one month. */
const MAX_PARTS = 1000;

/** Reads a member's stored portfolio, of the current account; no ledger rows. */
@Injectable()
export class PortfolioReader {
  constructor(private readonly em: EntityManager) {}

  /** Throws NotFound for an unknown user. */
  async overview(userId: string): Promise<Overview> {
    const { accountId, standing, reported, dayResults } = await this.standing(userId);
    const changes = changesOf([], new Set());
    const today = dayResultOf(null, changes[0]!.profit, false, null);
    const empty = { ...standing, reported, last: null, changes, today };
    if (!accountId) return { ...empty, allocation: [], exposure: noExposure({ id: 'portfolio.nothing-computed' }) };
    const [held, others, snapshot] = await Promise.all([
      holdings.rows(this.em, [accountId]),
      otherWallets.rows(this.em, [accountId]),
      this.snapshot(accountId),
    ]);
    if (!standing.lastDay)
      return { ...empty, allocation: allocationOf(held, null, others), exposure: exposureIn(snapshot, standing, null) };
    const from = dayAfter(standing.lastDay, -LONGEST_SPAN);
    const [days, unvalued] = await Promise.all([
      this.daysOf(accountId, from, standing.lastDay),
      unvaluedDays.rows(this.em, [accountId, endOf(from)]),
    ]);
    const last = days.at(-1) ?? null;
    const changed = changesOf(days, new Set(unvalued.map(({ day }) => day)));
    return {
      ...standing,
      reported,
      last,
      changes: changed,
      today: dayResultOf(standing.lastDay, changed[0]!.profit, last?.flags.includes('incomplete') ?? false, dayResults),
      allocation: allocationOf(held, last?.futures ?? null, others),
      exposure: exposureIn(snapshot, standing, last),
    };
  }

  /** Throws NotFound for an unknown user. */
  async days(userId: string, { from, to }: DayRange): Promise<DayView[]> {
    const rows = await daysOfMember.rows(this.em, [userId, from ?? null, to ?? null]);
    if (rows.length === 0) throw new NotFound('member');
    return rows.filter((row): row is DayView => row.day !== null);
  }

  /** Returns the prices that a benchmark is made of, day by day. Throws NotFound for an unknown user. */
  async benchmarks(userId: string, { from, to }: DayRange): Promise<BenchmarkDay[]> {
    const { accountId, standing } = await this.standing(userId);
    const [first, last] = [from ?? standing.firstDay, to ?? standing.lastDay];
    if (!accountId || !standing.venue || !first || !last) return [];
    return benchmarkDays.rows(this.em, [accountId, first, last, etherPair(standing.venue)]);
  }

  /** Returns the performance of the requested days, from the first complete one on. */
  async performance(userId: string, { from, to }: DayRange): Promise<Standing & Performance & { lifetime: Lifetime }> {
    const { accountId, standing, past } = await this.standing(userId);
    const complete = standing.complete.from;
    const lifetime = await this.lifetime(accountId, standing, past);
    const [first, last] = [complete && from && from > complete ? from : complete, to ?? standing.lastDay];
    if (!accountId || !first || !last || first > last)
      return { ...standing, ...performanceOf({ days: [], before: null, flows: [], readAt: null }), lifetime };
    const before = await this.knownBefore(accountId, first);
    // If the value at the first midnight is unknown, the period begins with the last known one.
    const begun = before ? dayAfter(before.day) : first;
    const [days, flows] = await Promise.all([
      this.daysOf(accountId, begun, last),
      flowsBetween.rows(this.em, [accountId, endOf(dayAfter(begun, -1)), endOf(last), MAX_FLOWS + 1]),
    ]);
    const readAt = last >= (standing.lastDay ?? last) ? standing.readAt : null;
    return {
      ...standing,
      ...performanceOf({ days, before, flows: flows.length > MAX_FLOWS ? null : flows.map(toFlow), readAt }),
      lifetime,
    };
  }

  /** Returns the sub-periods, flows and days of a month (YYYY-MM). */
  async month(userId: string, month: string): Promise<MonthView> {
    const { accountId, standing } = await this.standing(userId);
    const empty = { month, change: chainReturn([], null), periods: [], flows: [], cut: false, days: [] };
    if (!accountId) return empty;
    const [first, next] = [`${month}-01`, `${dayAfter(`${month}-28`, 4).slice(0, 7)}-01`];
    const span = [accountId, endOf(dayAfter(first, -1)), endOf(dayAfter(next, -1)), MAX_PARTS + 1];
    const [days, before, periods, flows] = await Promise.all([
      this.daysOf(accountId, first, dayAfter(next, -1)),
      this.knownBefore(accountId, first),
      periodsBetween.rows(this.em, span),
      flowsBetween.rows(this.em, span),
    ]);
    const complete = standing.complete.from;
    return {
      month,
      days,
      change: chainReturn(
        days.filter(({ day }) => complete !== null && day >= complete),
        before,
      ),
      periods: periods.slice(0, MAX_PARTS).map(toPeriod),
      flows: flows.slice(0, MAX_PARTS).map(toFlow),
      cut: periods.length > MAX_PARTS || flows.length > MAX_PARTS,
    };
  }

  /** Returns the trading result of each asset, largest first. */
  async positions(userId: string): Promise<PositionView[]> {
    const { accountId, standing } = await this.standing(userId);
    if (!accountId) return [];
    const found = (await positions.rows(this.em, [accountId])).map((row) => positionOf(row, standing.complete.fundingUnknown));
    return found.sort((a, b) => new Decimal(b.realised).abs().cmp(new Decimal(a.realised).abs()));
  }

  /** The balances and positions of the last sync. */
  private async snapshot(accountId: string): Promise<Snapshot> {
    const [sums, coins, positions] = await Promise.all([
      walletSums.first(this.em, [accountId]),
      heldCoins.rows(this.em, [accountId]),
      openPositions.rows(this.em, [accountId]),
    ]);
    return { sums, coins, positions };
  }

  private async lifetime(accountId: string | null, standing: Standing, past: StoredPast | null): Promise<Lifetime> {
    if (!accountId || !standing.lastDay) return lifetimeOf(null, null, past);
    const [moved, last] = await Promise.all([
      moneyMoved.first(this.em, [accountId]),
      this.daysOf(accountId, standing.lastDay, standing.lastDay),
    ]);
    return lifetimeOf(moved, last[0]?.equity ?? null, past);
  }

  private async knownBefore(accountId: string, day: string): Promise<DayView | null> {
    return lastKnownBefore.first(this.em, [accountId, day]);
  }

  private async daysOf(accountId: string, from: string, to: string): Promise<DayView[]> {
    return daysBetween.rows(this.em, [accountId, from, to]);
  }

  private async standing(userId: string): Promise<{
    accountId: string | null;
    standing: Standing;
    reported: string | null;
    past: StoredPast | null;
    dayResults: StoredDayResults | null;
  }> {
    const row = await standings.first(this.em, [userId]);
    if (!row) throw new NotFound('member');
    return {
      accountId: row.account_id,
      reported: row.reported,
      past: row.past,
      dayResults: row.day_results,
      standing: {
        state: stateOf(row),
        failure: row.failure,
        venue: row.venue,
        firstDay: row.first_day,
        lastDay: row.last_day,
        readAt: row.read_at === null ? null : new Date(row.read_at),
        computedAt: row.computed_at === null ? null : new Date(row.computed_at),
        methodologyVersion: row.methodology_version,
        complete: completenessOf(row.venue, row.complete_from, row.past),
      },
    };
  }
}

function stateOf({ account_id, failure, computed_at, is_dirty }: StandingRow): PortfolioState {
  if (account_id === null) return 'none';
  if (failure !== null) return 'failed';
  return computed_at === null || is_dirty ? 'computing' : 'ready';
}

interface Snapshot {
  sums: WalletSum | null | undefined;
  coins: HeldCoin[];
  positions: OpenPosition[];
}

/** The computed equity counts if it is of the same sync as the snapshot, otherwise the exchange's. */
function exposureIn({ sums, coins, positions }: Snapshot, { venue, readAt }: Standing, last: DayView | null): Exposure {
  if (!sums || !venue) return noExposure({ id: 'portfolio.nothing-computed' });
  // Not read yet. An account that was read and is empty has an exposure of zero.
  const isUnread = sums.read_at === null && sums.total === null && coins.length + positions.length === 0;
  if (isUnread) return noExposure({ id: 'portfolio.nothing-computed' });
  const isComputed = last !== null && (sums.read_at === null || Date.parse(sums.read_at) === readAt?.getTime());
  const equity = isComputed ? last.equity : sums.total;
  const unlisted = isComputed ? sums.unlisted_coins : null;
  return exposureOf({ venue, equity, coins: [...coins, ...(unlisted ?? [])], positions, unlisted: unlisted ? '0' : sums.unlisted });
}
