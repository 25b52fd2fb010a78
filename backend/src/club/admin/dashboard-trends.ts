import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

export const trendDays = [30, 90, 365] as const;
export type TrendDays = (typeof trendDays)[number];

/** One value a day of UTC; a day without any has a zero. */
export interface DashboardTrends {
  /** YYYY-MM-DD, in order, the present day the last. */
  days: string[];
  /** Members who registered, whatever became of them. */
  signUps: number[];
  paymentsSubmitted: number[];
  /** On the day of the decision. */
  paymentsApproved: number[];
  signals: number[];
}

interface Row {
  day: string;
  sign_ups: number;
  submitted: number;
  approved: number;
  signals: number;
}

const perDay = (moment: string, from: string) =>
  `(select (${moment} at time zone 'UTC')::date as day, count(*)::int as n from ${from} and ${moment} >= (select at from beginning) group by 1)`;

/** The days come from the calendar and not from the rows, so that none is missing. Each source is read along an index of its moment. */
const statement = `with days as (select generate_series((now() at time zone 'UTC')::date - (?::int - 1), (now() at time zone 'UTC')::date, interval '1 day')::date as day),
    beginning as (select min(day)::timestamp at time zone 'UTC' as at from days)
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(u.n, 0) as sign_ups, coalesce(s.n, 0) as submitted, coalesce(a.n, 0) as approved, coalesce(g.n, 0) as signals
  from days
  left join ${perDay('created_at', `users where role <> 'admin'`)} u on u.day = days.day
  left join ${perDay('submitted_at', 'payments where true')} s on s.day = days.day
  left join ${perDay('decided_at', `payments where status = 'approved'`)} a on a.day = days.day
  left join ${perDay('published_at', 'signals where true')} g on g.day = days.day
  order by days.day`;

@Injectable()
export class DashboardTrendReader {
  constructor(private readonly em: EntityManager) {}

  /** The last `days` days, the present one among them. */
  async read(days: TrendDays): Promise<DashboardTrends> {
    const rows = await this.em.execute<Row[]>(statement, [days]);
    return {
      days: rows.map(({ day }) => day),
      signUps: rows.map(({ sign_ups }) => sign_ups),
      paymentsSubmitted: rows.map(({ submitted }) => submitted),
      paymentsApproved: rows.map(({ approved }) => approved),
      signals: rows.map(({ signals }) => signals),
    };
  }
}
