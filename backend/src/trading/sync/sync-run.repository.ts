import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { uuidv7 } from '../../platform/domain/index.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { db, type Database } from '../../database.js';
import type { Progress, SyncRunKind, SyncRunState, SyncTrigger } from './sync-run.entity.js';

export interface OpenRun {
  id: string;
  accountId: string;
  userId: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  steps: Record<string, string>;
}

/** What a run has read so far. */
export interface RunResult {
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  warnings: string[];
}

const column = expressionBuilder<Database, 'sync_runs'>();
const now = sql<Date>`now()`;
const open: SyncRunState[] = ['queued', 'running'];
const maxError = 500;
const resultColumns = ({ rows, progress, warnings }: RunResult) => ({
  rows: jsonb(rows),
  progress: jsonb(progress),
  warnings: jsonb(warnings),
});
/** How long a run that has just ended took; null where it never started. */
const seconds = sql<number | null>`extract(epoch from ${column.ref('finished_at')} - ${column.ref('started_at')})::float8`.as('seconds');
/** A run that is tried again later has this time in the future. */
const lastSign = column.fn.coalesce('progress_at', 'created_at');

export async function findRun(em: EntityManager, runId: string): Promise<OpenRun | null> {
  const row = await db(em)
    .selectFrom('sync_runs')
    .select(['id', 'account_id as accountId', 'user_id as userId', 'trigger', 'state', 'rows', 'progress', 'steps'])
    .where('id', '=', runId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a run as it is published to those who watch it. */
export function findRunState(em: EntityManager, runId: string) {
  return db(em)
    .selectFrom('sync_runs')
    .select(['id', 'user_id', 'trigger', 'state', 'rows', 'progress', 'error', 'started_at', 'finished_at'])
    .select((eb) => eb.fn<number>('jsonb_array_length', ['warnings']).as('warnings'))
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** Returns the open run of the account: the existing one, or a new one. */
export async function openRun(
  em: EntityManager,
  { accountId, userId, trigger }: Pick<OpenRun, 'accountId' | 'userId' | 'trigger'>,
): Promise<string> {
  const fresh = await db(em)
    .insertInto('sync_runs')
    .values({ id: uuidv7(), account_id: accountId, user_id: userId, trigger, state: 'queued' })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where(sql<boolean>`state in ('queued', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (fresh) return fresh.id;
  const existing = await db(em)
    .selectFrom('sync_runs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', open)
    .executeTakeFirst();
  // It ended between the two statements: then this one is the next.
  return existing?.id ?? openRun(em, { accountId, userId, trigger });
}

/** Returns the open run of the member's current account. */
export async function findOpenRunOf(em: EntityManager, userId: string): Promise<string | null> {
  const run = await db(em)
    .selectFrom('sync_runs as r')
    .innerJoin('exchange_accounts as a', (join) => join.onRef('a.id', '=', 'r.account_id').on('a.is_current', '=', true))
    .select('r.id')
    .where('a.user_id', '=', userId)
    .where('r.state', 'in', open)
    .executeTakeFirst();
  return run?.id ?? null;
}

/** Lets the open run of one account go on with another, unless that has an open run itself. */
export async function moveOpenRun(tx: EntityManager, from: string, to: string): Promise<void> {
  await db(tx)
    .updateTable('sync_runs')
    .set({ account_id: to })
    .where('account_id', '=', from)
    .where('state', 'in', open)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('sync_runs as o').select('o.id').where('o.account_id', '=', to).where('o.state', 'in', open))),
    )
    .execute();
}

/** Fails the open run of an account. Returns the ids of the runs that ended. */
export async function failOpenRuns(tx: EntityManager, accountId: string, reason: string): Promise<string[]> {
  const ended = await db(tx)
    .updateTable('sync_runs')
    .set({ state: 'failed', finished_at: now, error: reason.slice(0, maxError) })
    .where('account_id', '=', accountId)
    .where('state', 'in', open)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export async function startRun(em: EntityManager, runId: string): Promise<void> {
  await db(em)
    .updateTable('sync_runs')
    .set((eb) => ({ state: 'running', started_at: eb.fn.coalesce('started_at', now), progress_at: now, error: null }))
    .where('id', '=', runId)
    .where('state', 'in', open)
    .execute();
}

/** Stores what kind of run this is, as its first attempt planned it. */
export async function setRunKind(em: EntityManager, runId: string, kind: SyncRunKind): Promise<void> {
  await db(em).updateTable('sync_runs').set({ kind }).where('id', '=', runId).where('kind', 'is', null).execute();
}

/** Stores progress and a heartbeat. Returns false where the run is not running any more. */
export async function saveRunProgress(em: EntityManager, runId: string, result: RunResult): Promise<boolean> {
  const saved = await db(em)
    .updateTable('sync_runs')
    .set({ ...resultColumns(result), progress_at: now })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

const withSteps = (steps: Readonly<Record<string, string>>) => sql<Record<string, string>>`${column.ref('steps')} || ${jsonb(steps)}`;

export async function addRunSteps(em: EntityManager, runId: string, steps: Readonly<Record<string, string>>): Promise<void> {
  await db(em)
    .updateTable('sync_runs')
    .set({ steps: withSteps(steps) })
    .where('id', '=', runId)
    .execute();
}

/** Counts the runs of other accounts that wait for their turn, or will within a minute, up to a hundred. */
export async function countOthersWaiting(em: EntityManager, runId: string): Promise<number> {
  const { waiting } = await db(em)
    .selectFrom((eb) =>
      eb
        .selectFrom('sync_runs')
        .select('id')
        .where('state', '=', 'queued')
        .where('id', '<>', runId)
        .where(lastSign, '<=', sql<string>`now() + interval '1 minute'`)
        .limit(100)
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Ends a run that has read everything. Returns null where the run is not running any more. */
export async function completeRun(tx: EntityManager, runId: string, result: RunResult): Promise<{ seconds: number | null } | null> {
  const ended = await db(tx)
    .updateTable('sync_runs')
    .set({ state: 'done', finished_at: now, progress_at: now, ...resultColumns(result), error: null })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .returning(seconds)
    .executeTakeFirst();
  return ended ?? null;
}

/** Puts a running run back into the queue, not to be started before `afterMs`. */
export function requeueRun(
  em: EntityManager,
  runId: string,
  { error, afterMs, steps }: { error: string | null; afterMs: number; steps: Readonly<Record<string, string>> },
) {
  return db(em)
    .updateTable('sync_runs')
    .set({
      state: 'queued',
      progress_at: sql<Date>`now() + make_interval(secs => ${afterMs / 1000})`,
      error: error?.slice(0, maxError) ?? null,
    })
    .set({ steps: withSteps(steps) })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .returning(['rows', 'progress', 'error'])
    .executeTakeFirst();
}

/** Fails a run that is open. */
export function failRun(tx: EntityManager, runId: string, error: string) {
  return db(tx)
    .updateTable('sync_runs')
    .set({ state: 'failed', finished_at: now, error: error.slice(0, maxError) })
    .where('id', '=', runId)
    .where('state', 'in', open)
    .returning(['rows', 'progress', 'error', seconds])
    .executeTakeFirst();
}

export async function findRunningRuns(em: EntityManager, limit: number): Promise<string[]> {
  const running = await db(em).selectFrom('sync_runs').select('id').where('state', '=', 'running').limit(limit).execute();
  return running.map(({ id }) => id);
}

/** Returns open runs without a heartbeat for two minutes: their job or their worker was lost. */
export async function findSilentRuns(em: EntityManager, limit: number): Promise<string[]> {
  const silent = await db(em)
    .selectFrom('sync_runs')
    .select('id')
    .where('state', 'in', open)
    .where(lastSign, '<', sql<string>`now() - interval '2 minutes'`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return silent.map(({ id }) => id);
}
