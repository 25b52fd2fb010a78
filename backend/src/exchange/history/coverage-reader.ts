import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../common/persistence/prepared-statement.js';
import { AppConfig } from '../../config/index.js';
import type { Venue } from '../port/index.js';
import { venueRules } from '../reconciliation/venue-rules.js';
import { datasets, type Dataset } from '../port/datasets.js';
import { coverageSql } from './coverage-sql.js';

export interface Gap {
  from: Date;
  to: Date;
  /** lost: the venue tells it no more. */
  reason: 'unread' | 'lost';
}

/** What of a data set is proven to be stored. */
export interface Coverage {
  dataset: Dataset;
  completeFrom: Date | null;
  completeTo: Date | null;
  horizon: Date | null;
  /** The newest. */
  gaps: Gap[];
  gapCount: number;
  symbols: { done: number; reading: number; gone: string[]; wanted: string[] };
}

interface CoverageRecord {
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

const readCoverage = new PreparedStatement<CoverageRecord>('exchange-coverage', coverageSql);

/** Gaps and claims of accounts, from what the sync has proven. */
@Injectable()
export class CoverageReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
  ) {}

  /** By account id, in the order of the data sets. Data sets of which nothing was asked yet are left out. */
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

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function coverageOf(row: CoverageRecord): Coverage {
  // Of a venue that forgets: a symbol goes on where it stopped, or where the venue's memory begins; windows are done when none can be filled.
  const reason = row.horizon !== null && (row.by_symbol || row.finished) ? 'lost' : 'unread';
  const completeTo = dateOf(row.complete_to);
  return {
    dataset: row.dataset,
    completeFrom: dateOf(row.complete_from),
    completeTo,
    horizon: dateOf(row.horizon),
    gaps: row.gaps.map(({ from, to }) => ({
      from: new Date(from),
      to: new Date(to),
      reason: completeTo && new Date(from) < completeTo ? reason : 'unread',
    })),
    gapCount: row.gap_count,
    symbols: { done: row.done, reading: row.reading, gone: row.gone, wanted: row.wanted },
  };
}
