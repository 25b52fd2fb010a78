import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { FileSealer, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { cursorOf, ReencryptionRunRepository, type OpenRun, type RunTotals, type Step } from './reencryption-run.repository.js';
import { refuseUnknown } from './running-rings.query.js';
import { countFiles, lockNextFile, PROGRESS_FILES, recordFileKey } from './sealed-file.query.js';
import { countValues, findValue, findValues, replaceValue, type SealedValue } from './sealed-value.sql.js';

export interface ReencryptionReport {
  /** Id of the run; null in a dry run without an open one. */
  run: string | null;
  /** Start of the run's first process. Data keys of everything the run has processed are newer. Null as above. */
  startedAt: string | null;
  /** Whether this process continued an open run. */
  resumed: boolean;
  /** Id of the key that wraps the new data keys. */
  current: string;
  /** Number of values that this process resealed. */
  values: number;
  files: number;
  /** A sentence for each value or file that does not open and was left unchanged. */
  faults: string[];
  /** Counts of all processes of the run. */
  totals: RunTotals;
}

export interface ReencryptionOptions {
  batch: number;
  dry: boolean;
  /** Abandon an open run and start from the first value. */
  anew: boolean;
  progress: (line: string) => void;
}

const FILES = 'files';

const placeOf = ({ table, column }: SealedColumn) => `${table}.${column}`;

/**
 * Reseals every value and file under a new data key (security 3.2), for when data keys may have leaked from a process's memory: rewrapping
 * would keep them. Can be stopped and resumed at any time; concurrent processes share the work while the product reads and writes.
 */
@Injectable()
export class ReencryptionService {
  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly fileSealer: FileSealer,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly runs: ReencryptionRunRepository,
  ) {}

  /** Throws KeysRefused if a running process lacks the current key, or if another process abandons this run. */
  async run(options: ReencryptionOptions): Promise<ReencryptionReport> {
    const { current } = this.config.keyring;
    await refuseUnknown(this.em, current);
    if (options.dry) return this.count(options, current);
    const { run, resumed } = await this.runs.begin(current, options);
    if (resumed) options.progress(`goes on with the run that began at ${run.startedAt.toISOString()}`);
    const report = reportOf(run, { resumed, current });
    for (const column of sealedColumns) await this.column(run.id, column, options, report);
    await this.files(run.id, options, report);
    report.totals = await this.runs.finish(run.id, current);
    return report;
  }

  private async count({ anew }: ReencryptionOptions, current: string): Promise<ReencryptionReport> {
    const run = anew ? null : await this.runs.open();
    const report = reportOf(run, { resumed: run !== null, current });
    for (const column of sealedColumns) {
      const after = cursorOf(run, placeOf(column));
      if (after !== null) report.values += await countValues(this.em, column, after);
    }
    const after = cursorOf(run, FILES);
    if (after !== null) report.files = await countFiles(this.em, after);
    return report;
  }

  private async column(
    runId: string,
    column: SealedColumn,
    { batch, progress }: ReencryptionOptions,
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
    const rows = await findValues(tx, column, after, batch);
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
   * Compare-and-set over the bytes that were opened. If the value changed meanwhile, the new one is resealed as well: it may be an old data
   * key in a new wrapping.
   */
  private async replace(tx: EntityManager, column: SealedColumn, row: SealedValue): Promise<boolean> {
    for (let seen: SealedValue | undefined = row; seen;) {
      const fresh = this.sealer.reseal(seen.sealed, contextIn(column, seen.id, seen.user_id));
      if (await replaceValue(tx, column, seen, fresh)) return true;
      seen = await findValue(tx, column, seen.id);
    }
    return false;
  }

  private async files(runId: string, { progress }: ReencryptionOptions, report: ReencryptionReport): Promise<void> {
    for (let done = 0; ;) {
      const faults: string[] = [];
      // One file per transaction: the file store may be slow.
      const step = await this.runs.step(runId, FILES, (tx, after) => this.file(tx, after, faults));
      if (!step) break;
      report.files += step.files;
      report.faults.push(...faults);
      done += step.files;
      if (step.files > 0 && done % PROGRESS_FILES === 0) progress(`files: ${done} under new data keys`);
    }
    if (report.files > 0) progress(`files: ${report.files} under new data keys`);
  }

  /**
   * Reseals the file under its row lock, as a rotation does. If a process dies between writing the file and its row, the next one reseals
   * the file again.
   */
  private async file(tx: EntityManager, after: string, faults: string[]): Promise<Step> {
    const row = await lockNextFile(tx, after);
    if (!row) return { values: 0, files: 0, faults: 0, after: null };
    const { id, user_id: userId, storage_key: key } = row;
    try {
      await this.store.put(key, this.fileSealer.reseal(await this.store.open(key), fileSealContext({ id, userId })));
    } catch (error) {
      if (!(error instanceof SealBroken || error instanceof ObjectMissing)) throw error;
      faults.push(error instanceof ObjectMissing ? `the file ${id} is not in the file store` : error.message);
      return { values: 0, files: 0, faults: 1, after: id };
    }
    await recordFileKey(tx, id, this.config.keyring.current);
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
