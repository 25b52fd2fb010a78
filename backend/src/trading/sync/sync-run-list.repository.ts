import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import type { Venue } from '../venues/index.js';
import type { SyncRunKind, SyncRunState, SyncTrigger } from './sync-run.entity.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';

export interface SyncRunView {
  id: string;
  userId: string;
  venue: Venue;
  trigger: SyncTrigger;
  /** Null: it has not started. */
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

type Joined = Database & { r: Database['sync_runs'] };
const column = expressionBuilder<Joined, 'r'>();

/** The only expressions that reach `order by`. Ids are ordered by creation and indexed. */
const sortColumns: Record<RunSort, readonly SortColumn[]> = {
  id: [],
  createdAt: [],
  startedAt: [{ nullable: column.ref('r.started_at') }],
  finishedAt: [{ nullable: column.ref('r.finished_at') }],
  state: [column.ref('r.state')],
  trigger: [column.ref('r.trigger')],
};

const matches =
  ({ id, userId, state, trigger }: RunFilter) =>
  (eb: ExpressionBuilder<Joined, 'r'>) =>
    eb.and([
      ...(userId ? [eb('r.user_id', '=', userId)] : []),
      ...(state ? [eb('r.state', '=', state)] : []),
      ...(trigger ? [eb('r.trigger', '=', trigger)] : []),
      ...(id ? [sql<SqlBool>`r.id = any(${id}::uuid[])`] : []),
    ]);

/** Sync runs, for the console. */
@Injectable()
export class SyncRunsReader {
  constructor(private readonly em: EntityManager) {}

  async list({ sort, order, filter, ...page }: ListQuery<RunSort, RunFilter>): Promise<PageOf<SyncRunView>> {
    const { rows, total } = await readPage(
      db(this.em),
      this.runs()
        .where(matches(filter))
        .$call(orderByColumns([...sortColumns[sort], column.ref('r.id')], order)),
      db(this.em).selectFrom('sync_runs as r').where(matches(filter)),
      page,
    );
    return { rows: rows.map(toRun), total };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<SyncRunView> {
    const row = await this.runs().where('r.id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound('sync run');
    return toRun(row);
  }

  private runs() {
    return db(this.em)
      .selectFrom('sync_runs as r')
      .innerJoin('exchange_accounts as a', 'a.id', 'r.account_id')
      .select(['r.id', 'r.user_id as userId', 'a.venue', 'r.trigger', 'r.kind', 'r.state', 'r.created_at as createdAt'])
      .select(['r.started_at as startedAt', 'r.finished_at as finishedAt', 'r.progress', 'r.rows', 'r.warnings', 'r.error'])
      .select(sql<number | null>`floor(extract(epoch from coalesce(r.finished_at, now()) - r.started_at))::float8`.as('duration'));
  }
}

type RunRow = Awaited<ReturnType<ReturnType<SyncRunsReader['runs']>['executeTakeFirstOrThrow']>>;

const toRun = (row: RunRow): SyncRunView => ({
  ...row,
  createdAt: new Date(row.createdAt),
  startedAt: dateOrNull(row.startedAt),
  finishedAt: dateOrNull(row.finishedAt),
});
