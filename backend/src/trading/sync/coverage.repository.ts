import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { AppConfig } from '../../platform/config/index.js';
import { type Venue, venueRules, datasets, type Dataset } from '../venues/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';

export interface Gap {
  from: Date;
  to: Date;
  /** lost: no longer available from the venue. */
  reason: 'unread' | 'lost';
}

/** The proven range of a data set. */
export interface Coverage {
  dataset: Dataset;
  completeFrom: Date | null;
  completeTo: Date | null;
  horizon: Date | null;
  /** The newest ones. */
  gaps: Gap[];
  gapCount: number;
  symbols: { done: number; reading: number; gone: string[]; wanted: string[] };
}

interface CoverageRow {
  account_id: string;
  dataset: Dataset;
  complete_from: string | null;
  complete_to: string | null;
  horizon: string | null;
  gap_count: number;
  gaps: { from: string; to: string }[];
  by_symbol: boolean;
  finished: boolean;
  done: number;
  reading: number;
  gone: string[];
  wanted: string[];
}

/** Maximum gaps and symbols listed. */
const MAX_LISTED = 50;

/**
 * Coverage by data set of the accounts `$1`, whose venues opened at `$2`. A data set is as complete as its least complete symbol, delisted
 * ones aside. `$3`: seconds by which one symbol may end before another, because the symbols of a run are read one after the other.
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

/** Precision of a venue's first day: a shorter gap at the beginning is none. */
const FIRST_DAY = `interval '1 day'`;

const withGaps = `
  select s.*, g.gap_count, g.gaps
  from (${setsOf}) s
  cross join lateral (
    select count(*)::int as gap_count, coalesce((array_agg(jsonb_build_object('from', lower(gap), 'to', upper(gap))
      order by lower(gap) desc))[1:${MAX_LISTED}], '{}') as gaps
    from unnest(tstzmultirange(tstzrange(s.begins, greatest(s.begins, coalesce(s.newest, now())))) - s.proven) as gap
    where not (lower(gap) = s.begins and upper(gap) - lower(gap) < ${FIRST_DAY} and s.proven <> '{}')
      and not (upper(gap) is not distinct from s.newest and s.newest - lower(gap) < $3 * interval '1 second')
  ) g`;

/** One row per account and data set. */
const coverageSql = `
  select account_id, dataset, lower(proven) as complete_from, upper(proven) as complete_to, horizon, gap_count,
    array_to_json(gaps) as gaps, by_symbol, finished, done, reading,
    coalesce(gone, '{}') as gone, coalesce(wanted, '{}') as wanted
  from (${withGaps}) sets
  order by account_id, dataset`;

const readCoverage = new PreparedStatement<CoverageRow>('exchange-coverage', coverageSql);

/** Reads the coverage of accounts, which the sync has proven. */
@Injectable()
export class CoverageReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
  ) {}

  /** Returns coverage by account id, in the order of the data sets; those never requested are left out. */
  async of(accounts: readonly { id: string; venue: Venue }[]): Promise<ReadonlyMap<string, Coverage[]>> {
    if (accounts.length === 0) return new Map();
    const rows = await readCoverage.rows(this.em, [
      accounts.map(({ id }) => id),
      accounts.map(({ venue }) => venueRules[venue].openedAt),
      2 * this.config.sync.intervalMinutes * 60,
    ]);
    const byAccount = new Map<string, Coverage[]>();
    for (const row of rows) byAccount.set(row.account_id, [...(byAccount.get(row.account_id) ?? []), coverageOf(row)]);
    for (const coverage of byAccount.values()) coverage.sort((a, b) => datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset));
    return byAccount;
  }
}

function coverageOf(row: CoverageRow): Coverage {
  // With a limited window, symbols continue at its beginning and windows are finished once none can be filled: earlier gaps stay.
  const reason = row.horizon !== null && (row.by_symbol || row.finished) ? 'lost' : 'unread';
  const completeTo = dateOrNull(row.complete_to);
  return {
    dataset: row.dataset,
    completeFrom: dateOrNull(row.complete_from),
    completeTo,
    horizon: dateOrNull(row.horizon),
    gaps: row.gaps.map(({ from, to }) => ({
      from: new Date(from),
      to: new Date(to),
      reason: completeTo && new Date(from) < completeTo ? reason : 'unread',
    })),
    gapCount: row.gap_count,
    symbols: { done: row.done, reading: row.reading, gone: row.gone, wanted: row.wanted },
  };
}
