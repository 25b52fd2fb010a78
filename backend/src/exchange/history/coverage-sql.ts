/** What the readers list of gaps and symbols at most. */
export const MAX_LISTED = 50;

/**
 * Coverage by data set, of the accounts `$1` whose venues opened at `$2`: each data set is as complete as its least complete symbol, symbols
 * that the venue does not know any more aside. `$3`: how many seconds the end of one symbol may lie behind another's, for symbols of one run
 * are read one after the other.
 */
const setsOf = `
  select c.account_id, c.dataset,
    coalesce(range_intersect_agg(c.covered) filter (where c.state <> 'gone'), '{}') as proven,
    coalesce(max(c.horizon) filter (where c.state <> 'gone'), a.opened_at) as begins,
    max(upper(c.covered)) as newest,
    max(c.horizon) as horizon,
    bool_or(c.symbol <> '') as by_symbol,
    bool_and(c.state <> 'partial') as finished,
    count(*) filter (where c.symbol <> '' and c.state = 'complete')::int as done,
    count(*) filter (where c.symbol <> '' and c.state = 'partial' and c.added_by is null)::int as reading,
    (array_agg(c.symbol order by c.symbol) filter (where c.state = 'gone'))[1:${MAX_LISTED}] as gone,
    (array_agg(c.symbol order by c.symbol) filter (where c.added_by is not null and c.state = 'partial'))[1:${MAX_LISTED}] as wanted
  from unnest($1::uuid[], $2::timestamptz[]) as a(account_id, opened_at)
  join sync_cursors c using (account_id)
  group by c.account_id, c.dataset, a.opened_at`;

/** A gap at the very beginning that is shorter than this is how exactly a venue's first day is known. */
const FIRST_DAY = `interval '1 day'`;

const withGaps = `
  select s.*, g.gap_count, g.gaps
  from (${setsOf}) s
  cross join lateral (
    select count(*)::int as gap_count, coalesce((array_agg(jsonb_build_object('from', lower(gap), 'to', upper(gap)) order by lower(gap) desc))[1:${MAX_LISTED}], '{}') as gaps
    from unnest(tstzmultirange(tstzrange(s.begins, greatest(s.begins, coalesce(s.newest, now())))) - s.proven) as gap
    where not (lower(gap) = s.begins and upper(gap) - lower(gap) < ${FIRST_DAY} and s.proven <> '{}')
      and not (upper(gap) is not distinct from s.newest and s.newest - lower(gap) < $3 * interval '1 second')
  ) g`;

/** A row for each account and data set. */
export const coverageSql = `
  select account_id, dataset, lower(proven) as complete_from, upper(proven) as complete_to, horizon, gap_count, array_to_json(gaps) as gaps, by_symbol, finished, done, reading,
    coalesce(gone, '{}') as gone, coalesce(wanted, '{}') as wanted
  from (${withGaps}) sets
  order by account_id, dataset`;
