import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { FileSealer, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { cursorOf, ReencryptionRunRepository, type OpenRun, type RunTotals, type Step } from './reencryption-run.repository.js';
import { refuseUnknown } from './running-rings.query.js';
import { sealedRowsOf, TOLD_FILES, type SealedRow } from './sealed-rows.query.js';

export interface ReencryptionReport {
  /** Of the run; null: a dry run that would begin one. */
  run: string | null;
  /** When its first process began: no data key of what the run has passed is older. Null as above. */
  startedAt: string | null;
  /** It goes on with what an earlier process began. */
  resumed: boolean;
  /** The key that the new data keys are under. */
  current: string;
  /** By this process. */
  values: number;
  files: number;
  /** A sentence for each that does not open: it was left as it is. */
  faults: string[];
  /** By every process of the run. */
  totals: RunTotals;
}

export interface ReencryptionWish {
  batch: number;
  dry: boolean;
  /** Begin at the first value, though a run is open. */
  anew: boolean;
  progress: (line: string) => void;
}

const FILES = 'files';

const placeOf = ({ table, column }: SealedColumn) => `${table}.${column}`;
const rowOf = (column: SealedColumn, where: string) => `${sealedRowsOf(column)} where ${column.column} is not null and ${where}`;

/**
 * Gives everything that is sealed a new data key (security 3.2), for when a copy of the running memory may have been taken: rewrapping
 * would keep the data key that was seen. It may be stopped at any moment and goes on where it was; two at once share the work, while the
 * product reads and writes.
 */
@Injectable()
export class Reencryption {
  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly fileSealer: FileSealer,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly runs: ReencryptionRunRepository,
  ) {}

  /** Throws KeysRefused where a process that runs could not open what is sealed anew, or where another one begins anew meanwhile. */
  async run(wish: ReencryptionWish): Promise<ReencryptionReport> {
    const { current } = this.config.keyring;
    await refuseUnknown(this.em, current);
    if (wish.dry) return this.count(wish, current);
    const { run, resumed } = await this.runs.begin(current, wish);
    if (resumed) wish.progress(`goes on with the run that began at ${run.startedAt.toISOString()}`);
    const report = reportOf(run, { resumed, current });
    for (const column of sealedColumns) await this.column(run.id, column, wish, report);
    await this.files(run.id, wish, report);
    report.totals = await this.runs.finish(run.id, current);
    return report;
  }

  private async count({ anew }: ReencryptionWish, current: string): Promise<ReencryptionReport> {
    const run = anew ? null : await this.runs.open();
    const report = reportOf(run, { resumed: run !== null, current });
    const due = async (table: string, place: string, condition: string) => {
      const after = cursorOf(run, place);
      const [row] =
        after === null
          ? []
          : await this.em.execute<{ n: number }[]>(`select count(*)::int as n from ${table} where ${condition} and id > ?`, [after]);
      return row?.n ?? 0;
    };
    for (const column of sealedColumns) report.values += await due(column.table, placeOf(column), `${column.column} is not null`);
    report.files = await due('files', FILES, 'true');
    return report;
  }

  private async column(
    runId: string,
    column: SealedColumn,
    { batch, progress }: ReencryptionWish,
    report: ReencryptionReport,
  ): Promise<void> {
    const place = placeOf(column);
    for (let done = 0; ;) {
      const faults: string[] = [];
      const step = await this.runs.step(runId, place, (tx, after) => this.batch(tx, column, { after, batch, faults }));
      if (!step) return;
      report.values += step.values;
      report.faults.push(...faults);
      done += step.values;
      if (step.values > 0) progress(`${place}: ${done} under new data keys`);
    }
  }

  private async batch(
    tx: EntityManager,
    column: SealedColumn,
    { after, batch, faults }: { after: string; batch: number; faults: string[] },
  ): Promise<Step> {
    const rows = await tx.execute<SealedRow[]>(`${rowOf(column, 'id > ?')} order by id limit ${batch}`, [after]);
    let values = 0;
    for (const row of rows) {
      try {
        if (await this.replace(tx, column, row)) values += 1;
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        faults.push(error.message);
      }
    }
    return { values, files: 0, faults: faults.length, after: rows.at(-1)?.id ?? null };
  }

  /**
   * Only over the bytes that were opened: whoever wrote meanwhile keeps what they wrote, and that is taken in turn, for it may be an old
   * data key under a new wrapping.
   */
  private async replace(tx: EntityManager, column: SealedColumn, row: SealedRow): Promise<boolean> {
    const { table, column: name } = column;
    for (let seen: SealedRow | undefined = row; seen;) {
      const fresh = this.sealer.reseal(seen.sealed, contextIn(column, seen.id, seen.user_id));
      const changed = await tx.execute<object[]>(`update ${table} set ${name} = ? where id = ? and ${name} = ? returning id`, [
        fresh,
        seen.id,
        seen.sealed,
      ]);
      if (changed.length > 0) return true;
      const now: SealedRow[] = await tx.execute<SealedRow[]>(rowOf(column, 'id = ?'), [seen.id]);
      seen = now[0];
    }
    return false;
  }

  private async files(runId: string, { progress }: ReencryptionWish, report: ReencryptionReport): Promise<void> {
    for (let done = 0; ;) {
      const faults: string[] = [];
      // One a transaction: a file takes as long as its store does.
      const step = await this.runs.step(runId, FILES, (tx, after) => this.file(tx, after, faults));
      if (!step) break;
      report.files += step.files;
      report.faults.push(...faults);
      done += step.files;
      if (step.files > 0 && done % TOLD_FILES === 0) progress(`files: ${done} under new data keys`);
    }
    if (report.files > 0) progress(`files: ${report.files} under new data keys`);
  }

  /**
   * Under the row's lock, as a rotation does it: files are never written otherwise. A run that died between file and row does the file
   * again.
   */
  private async file(tx: EntityManager, after: string, faults: string[]): Promise<Step> {
    const [row] = await tx.execute<{ id: string; user_id: string; storage_key: string }[]>(
      'select id, user_id, storage_key from files where id > ? order by id limit 1 for update',
      [after],
    );
    if (!row) return { values: 0, files: 0, faults: 0, after: null };
    const { id, user_id: userId, storage_key: key } = row;
    try {
      await this.store.put(key, this.fileSealer.reseal(await this.store.open(key), fileSealContext({ id, userId })));
    } catch (error) {
      if (!(error instanceof SealBroken || error instanceof ObjectMissing)) throw error;
      faults.push(error instanceof ObjectMissing ? `the file ${id} is not in the file store` : error.message);
      return { values: 0, files: 0, faults: 1, after: id };
    }
    await tx.execute('update files set key_id = ? where id = ?', [this.config.keyring.current, id]);
    return { values: 0, files: 1, faults: 0, after: id };
  }
}

function reportOf(run: OpenRun | null, { resumed, current }: { resumed: boolean; current: string }): ReencryptionReport {
  return {
    run: run?.id ?? null,
    startedAt: run?.startedAt.toISOString() ?? null,
    resumed,
    current,
    values: 0,
    files: 0,
    faults: [],
    totals: run?.totals ?? { values: 0, files: 0, faults: 0 },
  };
}
