import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal, NotFound } from '../../common/domain/index.js';
import { PreparedStatement } from '../../common/persistence/prepared-statement.js';
import type { Venue } from '../../exchange/index.js';
import type { StoredPast } from '../store/index.js';
import { chainReturn } from './chain.js';
import { completenessOf, type Completeness } from './completeness.js';
import { dayAfter, endOf, type Figure } from './figure.js';
import { lifetimeOf, type Lifetime, type LifetimeRecord } from './lifetime.js';
import { allocationOf, changesOf, LONGEST_SPAN, type Allocated, type Change, type Held } from './overview.js';
import { performanceOf, type Performance } from './performance.js';
import { type PositionReading, type PositionView, positionOf } from './positions.js';
import {
  dayColumns,
  dayOf,
  flowOf,
  periodOf,
  type DayRecord,
  type DayView,
  type FlowRecord,
  type FlowView,
  type PeriodRecord,
  type PeriodView,
} from './stored-rows.js';

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
}

export interface MonthView {
  month: string;
  change: Figure;
  periods: PeriodView[];
  flows: FlowView[];
  cut: boolean;
  days: DayView[];
}

/** Inclusive; an end left out is the first or the last day there is. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days that a list answers when it is not told where to begin. */
const USUAL_DAYS = 366;
/** Days that are read at once at most: twenty years. */
const MOST_DAYS = 7320;
/** Movements of money that a money-weighted return is computed from at most. */
const MOST_FLOWS = 5000;
/** Sub-periods and flows of one month that are shown. */
const SHOWN_PARTS = 1000;

interface StandingRecord {
  account_id: string | null;
  venue: Venue | null;
  read_at: string | null;
  computed_at: string | null;
  is_dirty: boolean;
  failure: string | null;
  reported: string | null;
  methodology_version: number | null;
  first_day: string | null;
  last_day: string | null;
  complete_from: string | null;
  past: StoredPast | null;
}

const standings = new PreparedStatement<StandingRecord>(
  'portfolio-standing',
  `select a.id as account_id, a.venue, s.read_at, s.computed_at, s.dirty_from is not null as is_dirty, s.failure, s.reported, s.methodology_version, s.complete_from::text, s.past,
   (select min(day) from portfolio_days where account_id = a.id)::text as first_day, (select max(day) from portfolio_days where account_id = a.id)::text as last_day
   from users u left join exchange_accounts a on a.user_id = u.id and a.is_current left join portfolio_states s on s.account_id = a.id where u.id = $1`,
);
const daysBetween = new PreparedStatement<DayRecord>(
  'portfolio-days',
  `select ${dayColumns} from portfolio_days where account_id = $1 and day between $2 and $3 order by day limit ${MOST_DAYS}`,
);
/** A member's days in one round trip: it is what a dashboard waits for. One row without a day: the member has none. */
const daysOfMember = new PreparedStatement<DayRecord | { day: null }>(
  'portfolio-days-of-member',
  `select d.* from users u left join exchange_accounts a on a.user_id = u.id and a.is_current
   left join lateral (
     select ${dayColumns} from portfolio_days
     where account_id = a.id and day >= coalesce($2::date, coalesce($3::date, (select max(day) from portfolio_days where account_id = a.id)) - ${USUAL_DAYS - 1}) and day <= coalesce($3::date, 'infinity')
     order by portfolio_days.day limit ${MOST_DAYS}
   ) d on true
   where u.id = $1 order by d.day`,
);
const lastKnownBefore = new PreparedStatement<DayRecord>(
  'portfolio-day-before',
  `select ${dayColumns} from portfolio_days where account_id = $1 and day < $2 and equity is not null order by day desc limit 1`,
);
const flowsBetween = new PreparedStatement<FlowRecord>(
  'portfolio-flows',
  'select kind, id, at, asset, quantity, price, value from portfolio_flows where account_id = $1 and at >= $2 and at < $3 order by at, kind, id limit $4',
);
const periodsBetween = new PreparedStatement<PeriodRecord>(
  'portfolio-periods',
  'select started_at, ended_at, value_start, value_end, flow, method, period_return, segment from portfolio_periods where account_id = $1 and started_at >= $2 and started_at < $3 order by started_at limit $4',
);
const unvaluedDays = new PreparedStatement<{ day: string }>(
  'portfolio-unvalued-days',
  `select distinct (at at time zone 'UTC')::date::text as day from portfolio_flows where account_id = $1 and at >= $2 and value is null`,
);
/** Deposits and withdrawals with their fees, since the account began. */
const moneyMoved = new PreparedStatement<LifetimeRecord>(
  'portfolio-money-moved',
  `select min(at) as since, coalesce(sum(value) filter (where value > 0), 0) as inflow, coalesce(-sum(value) filter (where value < 0), 0) as outflow, bool_or(value is null) as unvalued
   from portfolio_flows where account_id = $1 and kind in ('deposit', 'withdrawal', 'other')`,
);
const holdings = new PreparedStatement<Held>(
  'portfolio-holdings',
  'select coin, (free + locked)::text as quantity, value from asset_balances where account_id = $1 and free + locked <> 0 order by value desc nulls last, coin',
);
/** Binance alone values wallets beside spot and futures, whose coins are not read; the other venues' coins are those of all wallets. */
const otherWallets = new PreparedStatement<{ name: string; balance: string }>(
  'portfolio-other-wallets',
  `select w.name, w.balance from wallet_balances w join exchange_accounts a on a.id = w.account_id
   where w.account_id = $1 and a.venue = 'binance' and w.name not in ('Spot', 'USDⓈ-M Futures') and w.balance <> 0 order by w.position`,
);
const positions = new PreparedStatement<PositionReading>(
  'portfolio-positions',
  `select p.market, p.asset, p.realised, p.fees, p.funding, p.open_qty, p.open_cost, p.unknown_qty, p.trades, p.last_trade_at, p.legs, b.held, b.value, f.unrealised, f.mark, f.sides
   from portfolio_positions p
   left join lateral (select free + locked as held, value from asset_balances where account_id = p.account_id and coin = p.asset and p.market = 'spot') b on true
   left join lateral (select sum(unrealized_profit) as unrealised, max(mark_price) as mark,
     json_agg(json_build_object('side', position_side, 'unrealised', unrealized_profit::text, 'mark', mark_price::text)) as sides from futures_positions where account_id = p.account_id and symbol = p.asset and p.market = 'futures') f on true
   where p.account_id = $1 order by p.market desc, p.asset`,
);

/** A member's portfolio as the worker has stored it, of the account in use today: no row of the ledger is read here. */
@Injectable()
export class PortfolioReader {
  constructor(private readonly em: EntityManager) {}

  /** Throws NotFound for an unknown user. */
  async overview(userId: string): Promise<Overview> {
    const { accountId, standing, reported } = await this.standing(userId);
    if (!accountId) return { ...standing, reported, last: null, changes: changesOf([], new Set()), allocation: [] };
    const [held, others] = await Promise.all([holdings.rows(this.em, [accountId]), otherWallets.rows(this.em, [accountId])]);
    if (!standing.lastDay)
      return { ...standing, reported, last: null, changes: changesOf([], new Set()), allocation: allocationOf(held, null, others) };
    const from = dayAfter(standing.lastDay, -LONGEST_SPAN);
    const [days, unvalued] = await Promise.all([
      this.daysOf(accountId, from, standing.lastDay),
      unvaluedDays.rows(this.em, [accountId, endOf(from)]),
    ]);
    const last = days.at(-1) ?? null;
    return {
      ...standing,
      reported,
      last,
      changes: changesOf(days, new Set(unvalued.map(({ day }) => day))),
      allocation: allocationOf(held, last?.futures ?? null, others),
    };
  }

  /** Throws NotFound for an unknown user. */
  async days(userId: string, { from, to }: DayRange): Promise<DayView[]> {
    const rows = await daysOfMember.rows(this.em, [userId, from ?? null, to ?? null]);
    if (rows.length === 0) throw new NotFound('member');
    return rows.filter((row): row is DayRecord => row.day !== null).map(dayOf);
  }

  /** Of the days from the first complete one on, whatever earlier day is asked for. */
  async performance(userId: string, { from, to }: DayRange): Promise<Standing & Performance & { lifetime: Lifetime }> {
    const { accountId, standing, past } = await this.standing(userId);
    const complete = standing.complete.from;
    const lifetime = await this.lifetime(accountId, standing, past);
    const [first, last] = [complete && from && from > complete ? from : complete, to ?? standing.lastDay];
    if (!accountId || !first || !last || first > last)
      return { ...standing, ...performanceOf({ days: [], before: null, flows: [], readAt: null }), lifetime };
    const before = await this.knownBefore(accountId, first);
    // A value that was not known at the first midnight: the period begins with the last one that was.
    const begun = before ? dayAfter(before.day) : first;
    const [days, flows] = await Promise.all([
      this.daysOf(accountId, begun, last),
      flowsBetween.rows(this.em, [accountId, endOf(dayAfter(begun, -1)), endOf(last), MOST_FLOWS + 1]),
    ]);
    const readAt = last >= (standing.lastDay ?? last) ? standing.readAt : null;
    return {
      ...standing,
      ...performanceOf({ days, before, flows: flows.length > MOST_FLOWS ? null : flows.map(flowOf), readAt }),
      lifetime,
    };
  }

  /** What the return of a month, YYYY-MM, is made of. */
  async month(userId: string, month: string): Promise<MonthView> {
    const { accountId, standing } = await this.standing(userId);
    const empty = { month, change: chainReturn([], null), periods: [], flows: [], cut: false, days: [] };
    if (!accountId) return empty;
    const [first, next] = [`${month}-01`, `${dayAfter(`${month}-28`, 4).slice(0, 7)}-01`];
    const span = [accountId, endOf(dayAfter(first, -1)), endOf(dayAfter(next, -1)), SHOWN_PARTS + 1];
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
      periods: periods.slice(0, SHOWN_PARTS).map(periodOf),
      flows: flows.slice(0, SHOWN_PARTS).map(flowOf),
      cut: periods.length > SHOWN_PARTS || flows.length > SHOWN_PARTS,
    };
  }

  /** What trading each asset has brought, the largest result first. */
  async positions(userId: string): Promise<PositionView[]> {
    const { accountId, standing } = await this.standing(userId);
    if (!accountId) return [];
    const found = (await positions.rows(this.em, [accountId])).map((row) => positionOf(row, standing.complete.fundingUnknown));
    return found.sort((a, b) => new Decimal(b.realised).abs().cmp(new Decimal(a.realised).abs()));
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
    const row = await lastKnownBefore.first(this.em, [accountId, day]);
    return row && dayOf(row);
  }

  private async daysOf(accountId: string, from: string, to: string): Promise<DayView[]> {
    return (await daysBetween.rows(this.em, [accountId, from, to])).map(dayOf);
  }

  private async standing(
    userId: string,
  ): Promise<{ accountId: string | null; standing: Standing; reported: string | null; past: StoredPast | null }> {
    const row = await standings.first(this.em, [userId]);
    if (!row) throw new NotFound('member');
    return {
      accountId: row.account_id,
      reported: row.reported,
      past: row.past,
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

function stateOf({ account_id, failure, computed_at, is_dirty }: StandingRecord): PortfolioState {
  if (account_id === null) return 'none';
  if (failure !== null) return 'failed';
  return computed_at === null || is_dirty ? 'computing' : 'ready';
}
