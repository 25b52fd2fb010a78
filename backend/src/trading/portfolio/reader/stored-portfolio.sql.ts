import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import type { Venue } from '../../venues/index.js';
import type { StoredDayResults, StoredPast } from '../store/index.js';
import type { LifetimeRow } from './lifetime.js';
import type { Held } from './overview.js';
import type { PositionReading } from './position.mapper.js';
import type { DayView, FlowView, PeriodView } from './stored-portfolio.types.js';

// Prepared statements of the portfolio's pages.

/** Days of a list without a beginning. */
const DEFAULT_DAYS = 366;
/** Maximum days of one read: twenty years. */
const MAX_DAYS = 7320;

type FlowRow = Omit<FlowView, 'at'> & { at: string };
type PeriodRow = Omit<PeriodView, 'startedAt' | 'endedAt'> & { startedAt: string; endedAt: string };

export const toFlow = (row: FlowRow): FlowView => ({ ...row, at: new Date(row.at) });
export const toPeriod = (row: PeriodRow): PeriodView => ({ ...row, startedAt: new Date(row.startedAt), endedAt: new Date(row.endedAt) });

/** Columns of a DayView. */
const dayColumns = `day::text, equity, spot, futures, unrealised, inflow, outflow, realised, fees, funding, day_return as "dayReturn",
  "index",
   index_high as "indexHigh", index_low as "indexLow", day_fall as "dayFall", drawdown, segment, btc_price as "btcPrice", flags`;

export interface StandingRow {
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
  day_results: StoredDayResults | null;
}

export const standings = new PreparedStatement<StandingRow>(
  'portfolio-standing',
  `select a.id as account_id, a.venue, s.read_at, s.computed_at, s.dirty_from is not null as is_dirty, s.failure, s.reported,
    s.methodology_version, s.complete_from::text, s.past, s.day_results,
   (select min(day) from portfolio_days where account_id = a.id)::text as first_day, (select max(day) from portfolio_days
     where account_id = a.id)::text as last_day
   from users u left join exchange_accounts a on a.user_id = u.id and a.is_current
     left join portfolio_states s on s.account_id = a.id where u.id = $1`,
);
export const daysBetween = new PreparedStatement<DayView>(
  'portfolio-days',
  `select ${dayColumns} from portfolio_days where account_id = $1 and day between $2 and $3 order by day limit ${MAX_DAYS}`,
);
/** A member's days in one round trip, because the dashboard waits for it. One row with day null: the member has none. */
export const daysOfMember = new PreparedStatement<DayView | { day: null }>(
  'portfolio-days-of-member',
  `select d.* from users u left join exchange_accounts a on a.user_id = u.id and a.is_current
   left join lateral (
     select ${dayColumns} from portfolio_days
     where account_id = a.id and day >= coalesce($2::date, coalesce($3::date, (select max(day) from portfolio_days
       where account_id = a.id)) - ${DEFAULT_DAYS - 1}) and day <= coalesce($3::date, 'infinity')
     order by portfolio_days.day limit ${MAX_DAYS}
   ) d on true
   where u.id = $1 order by d.day`,
);
export const lastKnownBefore = new PreparedStatement<DayView>(
  'portfolio-day-before',
  `select ${dayColumns} from portfolio_days where account_id = $1 and day < $2 and equity is not null order by day desc limit 1`,
);
export const flowsBetween = new PreparedStatement<FlowRow>(
  'portfolio-flows',
  `select kind, id, at, asset, quantity, price, value from portfolio_flows
   where account_id = $1 and at >= $2 and at < $3 order by at, kind, id limit $4`,
);
export const periodsBetween = new PreparedStatement<PeriodRow>(
  'portfolio-periods',
  `select started_at as "startedAt", ended_at as "endedAt", value_start as "valueStart", value_end as "valueEnd", flow, method,
    period_return as "periodReturn", segment
   from portfolio_periods where account_id = $1 and started_at >= $2 and started_at < $3 order by started_at limit $4`,
);
export const unvaluedDays = new PreparedStatement<{ day: string }>(
  'portfolio-unvalued-days',
  `select distinct (at at time zone 'UTC')::date::text as day from portfolio_flows where account_id = $1 and at >= $2 and value is null`,
);
/** Sums of all deposits and withdrawals, fees included. */
export const moneyMoved = new PreparedStatement<LifetimeRow>(
  'portfolio-money-moved',
  `select min(at) as since, coalesce(sum(value) filter (where value > 0), 0) as inflow,
    coalesce(-sum(value) filter (where value < 0), 0) as outflow, bool_or(value is null) as unvalued
   from portfolio_flows where account_id = $1 and kind in ('deposit', 'withdrawal', 'other')`,
);
export const holdings = new PreparedStatement<Held>(
  'portfolio-holdings',
  `select coin, (free + locked)::text as quantity, value from asset_balances
   where account_id = $1 and free + locked <> 0 order by value desc nulls last, coin`,
);
/** Only Binance values further wallets, whose coins are not read. The other venues list the coins of all wallets. */
export const otherWallets = new PreparedStatement<{ name: string; balance: string }>(
  'portfolio-other-wallets',
  `select w.name, w.balance from wallet_balances w join exchange_accounts a on a.id = w.account_id
   where w.account_id = $1 and a.venue = 'binance' and w.name not in ('Spot', 'USDⓈ-M Futures') and w.balance <> 0 order by w.position`,
);
export const positions = new PreparedStatement<PositionReading>(
  'portfolio-positions',
  `select p.market, p.asset, p.realised, p.fees, p.funding, p.open_qty, p.open_cost, p.unknown_qty, p.trades, p.last_trade_at, p.legs,
    b.held, b.value, f.unrealised, f.mark, f.sides
   from portfolio_positions p
   left join lateral (select free + locked as held, value from asset_balances where account_id = p.account_id and coin = p.asset
     and p.market = 'spot') b on true
   left join lateral (select sum(unrealized_profit) as unrealised, max(mark_price) as mark,
     json_agg(json_build_object('side', position_side, 'unrealised', unrealized_profit::text, 'mark', mark_price::text)) as sides
       from futures_positions where account_id = p.account_id and symbol = p.asset and p.market = 'futures') f on true
   where p.account_id = $1 order by p.market desc, p.asset`,
);
