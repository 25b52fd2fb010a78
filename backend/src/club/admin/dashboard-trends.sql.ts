import type { EntityManager } from '@mikro-orm/postgresql';

interface TrendRow {
  /** YYYY-MM-DD */
  day: string;
  sign_ups: number;
  submitted: number;
  approved: number;
  signals: number;
}

/** Counts per day of UTC. Reads along an index of `moment`. */
const perDay = (moment: string, from: string) =>
  `(select (${moment} at time zone 'UTC')::date as day, count(*)::int as n
    from ${from} and ${moment} >= (select at from beginning) group by 1)`;

/** Takes the days from the calendar, so that days without rows are included. */
const trends = `with days as (
    select generate_series((now() at time zone 'UTC')::date - (?::int - 1), (now() at time zone 'UTC')::date,
      interval '1 day')::date as day),
  beginning as (select min(day)::timestamp at time zone 'UTC' as at from days)
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(u.n, 0) as sign_ups, coalesce(s.n, 0) as submitted,
    coalesce(a.n, 0) as approved, coalesce(g.n, 0) as signals
  from days
  left join ${perDay('created_at', `users where role <> 'admin'`)} u on u.day = days.day
  left join ${perDay('submitted_at', 'payments where true')} s on s.day = days.day
  left join ${perDay('decided_at', `payments where status = 'approved'`)} a on a.day = days.day
  left join ${perDay('published_at', 'signals where true')} g on g.day = days.day
  order by days.day`;

/** Reads one row for each of the last `days` days, today included. */
export const readTrends = (em: EntityManager, days: number) => em.execute<TrendRow[]>(trends, [days]);
