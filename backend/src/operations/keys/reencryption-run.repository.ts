import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Selectable } from 'kysely';
import { db, type Database } from '../../database.js';
import { AuditLog } from '../audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { KeysRefused } from './keys.errors.js';
import { FIRST_ID } from './sealed-value.sql.js';

const END = 'end';

export interface RunTotals {
  values: number;
  files: number;
  faults: number;
}

export interface OpenRun {
  id: string;
  startedAt: Date;
  totals: RunTotals;
  cursors: Record<string, string>;
}

/** Counts of one step. `after`: the id of the last row, or null if no row was left. */
export interface Step extends RunTotals {
  after: string | null;
}

const columns = ['id', 'state', 'cursors', 'value_count', 'file_count', 'fault_count', 'started_at'] as const;
type Row = Pick<Selectable<Database['reencryption_runs']>, (typeof columns)[number]>;

/**
 * Stores the progress of runs (`reencryption_runs`). A step and its cursor commit together; processes that share a run serialize their
 * steps on the run's row lock.
 */
@Injectable()
export class ReencryptionRunRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the open run, or null. */
  async open(): Promise<OpenRun | null> {
    const row = await db(this.em).selectFrom('reencryption_runs').select(columns).where('state', '=', 'running').executeTakeFirst();
    return row ? runOf(row) : null;
  }

  /** Returns the open run, or inserts one under the key `kid`. `anew` abandons an open run: its new data keys may have leaked as well. */
  async begin(kid: string, { anew }: { anew: boolean }): Promise<{ run: OpenRun; resumed: boolean }> {
    for (let giveUp = anew; ; giveUp = false) {
      const fresh = await this.em.fork().transactional(async (tx) => {
        if (giveUp)
          await db(tx)
            .updateTable('reencryption_runs')
            .set({ state: 'abandoned', finished_at: sql`now()` })
            .where('state', '=', 'running')
            .execute();
        const row = await db(tx)
          .insertInto('reencryption_runs')
          .values({ id: uuidv7(), state: 'running' })
          .onConflict((conflict) => conflict.doNothing())
          .returning(columns)
          .executeTakeFirst();
        if (!row) return null;
        await this.record(tx, row.id, { event: 'begin', key: kid });
        return runOf(row);
      });
      const run = fresh ?? (await this.open());
      // Neither: the run that caused the conflict has just ended. Try again.
      if (run) return { run, resumed: fresh === null };
    }
  }

  /**
   * Runs `work` from the cursor of a place and moves the cursor in the same transaction. Returns null at the end of the place.
   * Throws KeysRefused if the run was abandoned for another one.
   */
  step(runId: string, place: string, work: (tx: EntityManager, after: string) => Promise<Step>): Promise<Step | null> {
    return this.em.fork().transactional(async (tx) => {
      const row = await db(tx)
        .selectFrom('reencryption_runs')
        .select(['state', sql<string | null>`cursors ->> ${place}`.as('at')])
        .where('id', '=', runId)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.state === 'abandoned') throw new KeysRefused('Another keys:reencrypt --anew has begun in the place of this one');
      if (row.state === 'done' || row.at === END) return null;
      const step = await work(tx, row.at ?? FIRST_ID);
      await db(tx)
        .updateTable('reencryption_runs')
        .set((eb) => ({
          cursors: sql`cursors || jsonb_build_object(${place}::text, ${step.after ?? END}::text)`,
          value_count: eb('value_count', '+', step.values),
          file_count: eb('file_count', '+', step.files),
          fault_count: eb('fault_count', '+', step.faults),
          progress_at: sql`now()`,
        }))
        .where('id', '=', runId)
        .execute();
      return step;
    });
  }

  /** Closes the run once every place is at its end; the first process to do so records it. Returns the totals of all its processes. */
  finish(runId: string, kid: string): Promise<RunTotals> {
    return this.em.fork().transactional(async (tx) => {
      const row = await db(tx).selectFrom('reencryption_runs').select(columns).where('id', '=', runId).forUpdate().executeTakeFirst();
      if (!row || row.state === 'abandoned') throw new KeysRefused('Another keys:reencrypt --anew has begun in the place of this one');
      const { totals } = runOf(row);
      if (row.state === 'running') {
        await db(tx)
          .updateTable('reencryption_runs')
          .set({ state: 'done', finished_at: sql`now()`, progress_at: sql`now()` })
          .where('id', '=', runId)
          .execute();
        await this.record(tx, runId, { event: 'end', key: kid, ...totals });
      }
      return totals;
    });
  }

  private record(tx: EntityManager, runId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(tx, {
      action: 'keys.reencrypt',
      actorId: null,
      actorRole: null,
      targetType: 'reencryption-run',
      targetId: runId,
      detail,
    });
  }
}

/** Returns the id to continue after in a place, or null at its end. */
export function cursorOf(run: OpenRun | null, place: string): string | null {
  const at = run?.cursors[place] ?? FIRST_ID;
  return at === END ? null : at;
}

function runOf({ id, started_at, cursors, value_count: values, file_count: files, fault_count: faults }: Row): OpenRun {
  return { id, startedAt: new Date(started_at), totals: { values, files, faults }, cursors };
}
