import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { KeysRefused } from './keys.errors.js';
import type { ReencryptionState } from './reencryption-run.entity.js';
import { FIRST } from './sealed-rows.query.js';

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

/** What one step did, and the row it came to; null: there was none. */
export interface Step extends RunTotals {
  after: string | null;
}

interface Row {
  id: string;
  state: ReencryptionState;
  cursors: Record<string, string>;
  values: number;
  files: number;
  faults: number;
  started_at: string;
}

const columns = 'id, state, cursors, value_count as values, file_count as files, fault_count as faults, started_at';

/**
 * Where the runs got to (`reencryption_runs`). A step and its cursor are one transaction, and steps of processes that share a run take
 * turns.
 */
@Injectable()
export class ReencryptionRunRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
  ) {}

  /** The run that is open; null: none is. */
  async open(): Promise<OpenRun | null> {
    const [row] = await this.em.execute<Row[]>(`select ${columns} from reencryption_runs where state = 'running'`);
    return row ? runOf(row) : null;
  }

  /** The open run, or a new one under the key `kid`. `anew`: an open one is given up, for what it has passed may have been seen since. */
  async begin(kid: string, { anew }: { anew: boolean }): Promise<{ run: OpenRun; resumed: boolean }> {
    for (let giveUp = anew; ; giveUp = false) {
      const fresh = await this.em.fork().transactional(async (tx) => {
        if (giveUp) await tx.execute(`update reencryption_runs set state = 'abandoned', finished_at = now() where state = 'running'`);
        const [row] = await tx.execute<Row[]>(
          `insert into reencryption_runs (id, state) values (?, 'running') on conflict do nothing returning ${columns}`,
          [uuidv7()],
        );
        if (!row) return null;
        await this.record(tx, row.id, { event: 'begin', key: kid });
        return runOf(row);
      });
      const run = fresh ?? (await this.open());
      // Neither: the one that stood in the way ended in this moment.
      if (run) return { run, resumed: fresh === null };
    }
  }

  /**
   * Runs `work` behind the cursor of a place, and moves the cursor in the same transaction. Null: this place is at its end.
   * Throws KeysRefused where the run was given up for another one.
   */
  step(runId: string, place: string, work: (tx: EntityManager, after: string) => Promise<Step>): Promise<Step | null> {
    return this.em.fork().transactional(async (tx) => {
      const [row] = await tx.execute<{ state: ReencryptionState; at: string | null }[]>(
        'select state, cursors ->> ? as at from reencryption_runs where id = ? for update',
        [place, runId],
      );
      if (!row || row.state === 'abandoned') throw new KeysRefused('Another keys:reencrypt --anew has begun in the place of this one');
      if (row.state === 'done' || row.at === END) return null;
      const step = await work(tx, row.at ?? FIRST);
      await tx.execute(
        `update reencryption_runs set cursors = cursors || jsonb_build_object(?::text, ?::text), value_count = value_count + ?, file_count = file_count + ?, fault_count = fault_count + ?, progress_at = now() where id = ?`,
        [place, step.after ?? END, step.values, step.files, step.faults, runId],
      );
      return step;
    });
  }

  /** Every place is at its end. Returns what all processes that took part have done together; whoever is first writes it down. */
  finish(runId: string, kid: string): Promise<RunTotals> {
    return this.em.fork().transactional(async (tx) => {
      const [row] = await tx.execute<Row[]>(`select ${columns} from reencryption_runs where id = ? for update`, [runId]);
      if (!row || row.state === 'abandoned') throw new KeysRefused('Another keys:reencrypt --anew has begun in the place of this one');
      const { totals } = runOf(row);
      if (row.state === 'running') {
        await tx.execute(`update reencryption_runs set state = 'done', finished_at = now(), progress_at = now() where id = ?`, [runId]);
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

/** Where a place is to be gone on with; null: it is at its end. */
export function cursorOf(run: OpenRun | null, place: string): string | null {
  const at = run?.cursors[place] ?? FIRST;
  return at === END ? null : at;
}

function runOf({ id, started_at, cursors, values, files, faults }: Row): OpenRun {
  return { id, startedAt: new Date(started_at), totals: { values, files, faults }, cursors };
}
