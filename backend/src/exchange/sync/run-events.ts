import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents } from '../../common/live/index.js';
import type { SyncRunState, SyncTrigger } from './sync-run.entity.js';

/** Units read, and known so far. */
export interface Progress {
  done: number;
  of: number;
}

/** What a run is doing, beyond what its record says already. */
export interface RunEvent {
  id: string;
  userId: string;
  state: SyncRunState;
  /** Rows written, by data set. */
  rows: Readonly<Record<string, number>>;
  progress: Readonly<Record<string, Progress>>;
  error: string | null;
}

/** What people who look at a run are told: the whole of it each time, so that one event is enough to show it. */
interface ToldRun extends RunEvent {
  trigger: SyncTrigger;
  /** How many. */
  warnings: number;
  startedAt: string | null;
  finishedAt: string | null;
}

type Changed = Partial<Pick<RunEvent, 'state' | 'rows' | 'progress' | 'error'>>;

interface RunRecord {
  id: string;
  user_id: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  error: string | null;
  warnings: number;
  started_at: string | null;
  finished_at: string | null;
}

/** Tells whoever looks what a run is doing. A hint: the run's record is the truth. */
@Injectable()
export class RunEvents {
  private readonly log = new Logger('Exchange');
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly live: LiveEvents,
    private readonly orm: MikroORM,
  ) {}

  /** With `em`, if and only if its transaction commits; without, at once, and it never rejects. In the order of the calls: nobody hears of progress after the end. */
  async tell(em: EntityManager | null, { id, ...changed }: RunEvent): Promise<void> {
    const earlier = this.underWay.get(id);
    if (em) {
      await earlier;
      return this.publish(em, id, changed);
    }
    const telling = (earlier ?? Promise.resolve()).then(() => this.publishAnyway(id, changed));
    this.underWay.set(id, telling);
    await telling;
    if (this.underWay.get(id) === telling) this.underWay.delete(id);
  }

  /** The run as its record stands, in the transaction of `em`. */
  tellRecord(em: EntityManager, runId: string): Promise<void> {
    return this.publish(em, runId, {});
  }

  private async publish(em: EntityManager | null, runId: string, { state, rows, progress, error }: Changed): Promise<void> {
    const record = await read(em ?? (this.orm.em.fork() as EntityManager), runId);
    if (!record) return;
    // Somebody may have ended it while it was worked on.
    const over = record.finishedAt !== null;
    const data = over
      ? record
      : { ...record, ...(state && { state, error: error ?? null }), ...(rows && { rows }), ...(progress && { progress }) };
    await this.live.publish(em, { topic: 'sync-runs', userId: record.userId, data });
  }

  private async publishAnyway(runId: string, changed: Changed): Promise<void> {
    try {
      await this.publish(null, runId, changed);
    } catch (error) {
      this.log.debug({ err: error, runId }, 'nobody was told what a run is doing');
    }
  }
}

async function read(em: EntityManager, runId: string): Promise<ToldRun | null> {
  const [row] = await em.execute<RunRecord[]>(
    'select id, user_id, trigger, state, rows, progress, error, jsonb_array_length(warnings) as warnings, started_at, finished_at from sync_runs where id = ?',
    [runId],
  );
  if (!row) return null;
  const { id, trigger, state, rows, progress, error, warnings } = row;
  return {
    id,
    userId: row.user_id,
    trigger,
    state,
    rows,
    progress,
    error,
    warnings,
    startedAt: isoOf(row.started_at),
    finishedAt: isoOf(row.finished_at),
  };
}

const isoOf = (text: string | null) => (text === null ? null : new Date(text).toISOString());
