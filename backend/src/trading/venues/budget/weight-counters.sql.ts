import { STATUS_ROWS } from './weight-store.js';

/** Functions of migration 1500; each returns `answer`. */
export const TAKE = 'select exchange_budget_take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as answer';
export const PACE = 'select exchange_budget_pace($1, $2, $3, $4, $5) as answer';
export const SETTLE = 'select exchange_budget_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';
/** Deletes ended cooldowns with each new one; there are never many. */
export const CLOSE = `with over as (
    delete from exchange_budget_closings
    where until < clock_timestamp() - interval '1 hour' and (address, venue, scope) <> ($1, $2, $3)
  )
  insert into exchange_budget_closings as c (address, venue, scope, until)
  values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
  on conflict (address, venue, scope) do update set until = greatest(c.until, excluded.until)`;
/** Selects the newest window of each scope that has not ended, and the cooldowns. */
export const STATUS = `select coalesce(w.venue, c.venue) as venue, coalesce(w.scope, c.scope) as scope, c.until,
    coalesce(w.used, 0)::int as used, coalesce(w.weight_limit, 0) as weight_limit
  from (select distinct on (venue, scope) venue, scope, greatest(taken + spilled, seen) as used, weight_limit from exchange_budget_windows
    where address = $1 and ends_at > clock_timestamp() and taken > 0 order by venue, scope, number desc) w
  full join (select venue, scope, until from exchange_budget_closings where address = $1 and until > clock_timestamp()) c
    on c.venue = w.venue and c.scope = w.scope
  order by 3 nulls last, 4 desc limit ${STATUS_ROWS}`;
