import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../common/domain/index.js';
import type { ListQuery, PageOf } from '../../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../../common/persistence/list-reader.js';
import type { Venue } from '../port/index.js';
import type { SyncRunKind, SyncRunState, SyncTrigger } from '../sync/sync-run.entity.js';

export interface SyncRunView {
  id: string;
  userId: string;
  venue: Venue;
  trigger: SyncTrigger;
  /** Null: it has not begun. */
  kind: SyncRunKind | null;
  state: SyncRunState;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Seconds from start to end, or until now. */
  duration: number | null;
  progress: Record<string, { done: number; of: number }>;
  rows: Record<string, number>;
  warnings: string[];
  error: string | null;
}

export const runSorts = ['id', 'createdAt', 'startedAt', 'finishedAt', 'state', 'trigger'] as const;
export type RunSort = (typeof runSorts)[number];

export interface RunFilter {
  id?: string[];
  userId?: string;
  state?: SyncRunState;
  trigger?: SyncTrigger;
}

/** The only texts that reach `order by`. Ids sort by when a run was asked for, and have the index. */
const runOrder: Record<RunSort, SortColumn[]> = {
  id: ['r.id'],
  createdAt: ['r.id'],
  startedAt: [nullable('r.started_at')],
  finishedAt: [nullable('r.finished_at')],
  state: ['r.state'],
  trigger: ['r.trigger'],
};

const source = 'sync_runs r join exchange_accounts a on a.id = r.account_id';
const columns = `r.id, r.user_id, a.venue, r.trigger, r.kind, r.state, r.created_at, r.started_at, r.finished_at,
  floor(extract(epoch from coalesce(r.finished_at, now()) - r.started_at))::float8 as duration, r.progress, r.rows, r.warnings, r.error`;

interface RunRecord {
  id: string;
  user_id: string;
  venue: Venue;
  trigger: SyncTrigger;
  kind: SyncRunKind | null;
  state: SyncRunState;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  duration: number | null;
  progress: Record<string, { done: number; of: number }>;
  rows: Record<string, number>;
  warnings: string[];
  error: string | null;
}

/** Runs for the console. */
@Injectable()
export class SyncRunsReader {
  constructor(private readonly em: EntityManager) {}

  async list({ sort, order, offset, limit, filter }: ListQuery<RunSort, RunFilter>): Promise<PageOf<SyncRunView>> {
    const where = new Conditions()
      .given('r.user_id = ?', filter.userId)
      .given('r.state = ?', filter.state)
      .given('r.trigger = ?', filter.trigger)
      .ids('r.id', filter.id);
    const { rows, total } = await readList<RunRecord>(this.em, {
      select: columns,
      from: source,
      where,
      orderBy: orderBy(runOrder[sort], order, 'r.id'),
      offset,
      limit,
      countFrom: 'sync_runs r',
    });
    return { rows: rows.map(runOf), total };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<SyncRunView> {
    const [row] = await this.em.execute<RunRecord[]>(`select ${columns} from ${source} where r.id = ?`, [id]);
    if (!row) throw new NotFound('sync run');
    return runOf(row);
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function runOf({ user_id, created_at, started_at, finished_at, ...same }: RunRecord): SyncRunView {
  return { ...same, userId: user_id, createdAt: new Date(created_at), startedAt: dateOf(started_at), finishedAt: dateOf(finished_at) };
}
