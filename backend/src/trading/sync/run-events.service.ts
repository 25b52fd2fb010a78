import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents } from '../../messaging/live/index.js';
import type { Progress, SyncRunState, SyncTrigger } from './sync-run.entity.js';
import { findRunState } from './sync-run.repository.js';

/** The current state of a run, which may be newer than its row. */
export interface RunEvent {
  id: string;
  userId: string;
  state: SyncRunState;
  /** Rows written, by data set. */
  rows: Readonly<Record<string, number>>;
  progress: Readonly<Record<string, Progress>>;
  error: string | null;
}

/** A published run: complete each time, so that one event is enough to show it. */
interface PublishedRun extends RunEvent {
  trigger: SyncTrigger;
  /** Their number. */
  warnings: number;
  startedAt: string | null;
  finishedAt: string | null;
}

type Changed = Partial<Pick<RunEvent, 'state' | 'rows' | 'progress' | 'error'>>;

/** Publishes the state of runs to the pages that show them. Best effort: the row in sync_runs is authoritative. */
@Injectable()
export class RunEventsService {
  private readonly log = new Logger('Exchange');
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly live: LiveEvents,
    private readonly orm: MikroORM,
  ) {}

  /**
   * Publishes if and only if the transaction of `em` commits; without `em` at once, without ever rejecting. Events of a run keep their
   * order.
   */
  async publish(em: EntityManager | null, { id, ...changed }: RunEvent): Promise<void> {
    const earlier = this.underWay.get(id);
    if (em) {
      await earlier;
      return this.send(em, id, changed);
    }
    const sending = (earlier ?? Promise.resolve()).then(() => this.trySend(id, changed));
    this.underWay.set(id, sending);
    await sending;
    if (this.underWay.get(id) === sending) this.underWay.delete(id);
  }

  /** Publishes the stored run in the transaction of `em`. */
  publishStored(em: EntityManager, runId: string): Promise<void> {
    return this.send(em, runId, {});
  }

  private async send(em: EntityManager | null, runId: string, { state, rows, progress, error }: Changed): Promise<void> {
    const record = await read(em ?? (this.orm.em.fork() as EntityManager), runId);
    if (!record) return;
    // It may have been ended while it was running.
    const over = record.finishedAt !== null;
    const data = over
      ? record
      : { ...record, ...(state && { state, error: error ?? null }), ...(rows && { rows }), ...(progress && { progress }) };
    await this.live.publish(em, { topic: 'sync-runs', userId: record.userId, data });
  }

  private async trySend(runId: string, changed: Changed): Promise<void> {
    try {
      await this.send(null, runId, changed);
    } catch (error) {
      this.log.debug({ err: error, runId }, 'the state of a run was not published');
    }
  }
}

async function read(em: EntityManager, runId: string): Promise<PublishedRun | null> {
  const row = await findRunState(em, runId);
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
