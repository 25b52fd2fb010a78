import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { FileSealer, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { keyOfObject } from './key-uses.service.js';
import { refuseUnknown } from './running-rings.query.js';
import { findFilesUnderOtherKey, lockFileUnderOtherKey, PROGRESS_FILES, recordFileKey } from './sealed-file.query.js';
import { countUnderOtherKey, FIRST_ID, lockUnderOtherKey, storeValue } from './sealed-value.sql.js';

export interface RewrapReport {
  /** Id of the current key. */
  current: string;
  values: number;
  files: number;
  /** A sentence for each value or file that does not open and was left unchanged. */
  faults: string[];
}

export interface RewrapOptions {
  batch: number;
  dry: boolean;
  progress: (line: string) => void;
}

/**
 * Rewraps every data key with the current key (security 3.2); values and files are neither opened nor changed. Idempotent: it can be
 * stopped, repeated and run concurrently while the product reads and writes.
 */
@Injectable()
export class RewrappingService {
  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly fileSealer: FileSealer,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /** Throws KeysRefused if a running process lacks the current key. */
  async run(options: RewrapOptions): Promise<RewrapReport> {
    const { current } = this.config.keyring;
    await refuseUnknown(this.em, current);
    const report: RewrapReport = { current, values: 0, files: 0, faults: [] };
    for (const column of sealedColumns) await this.column(column, options, report);
    await this.files(options, report);
    if (!options.dry)
      await this.audit.record(this.em.fork(), {
        action: 'keys.rotate',
        actorId: null,
        actorRole: null,
        targetType: 'key',
        targetId: current,
        detail: { values: report.values, files: report.files, faults: report.faults.length },
      });
    return report;
  }

  private async column(column: SealedColumn, { batch, dry, progress }: RewrapOptions, report: RewrapReport): Promise<void> {
    const { table, column: name } = column;
    if (dry) {
      report.values += await countUnderOtherKey(this.em, column, report.current);
      return;
    }
    for (let after: string | null = FIRST_ID, done = 0; after !== null;) {
      const from: string = after;
      const found = await this.em.fork().transactional(async (tx) => {
        const rows = await lockUnderOtherKey(tx, column, { kid: report.current, after: from, limit: batch });
        for (const { id, user_id, sealed } of rows) {
          const fresh = attempt(report, () => this.sealer.rewrap(sealed, contextIn(column, id, user_id)));
          if (!fresh) continue;
          await storeValue(tx, column, id, fresh);
          done += 1;
          report.values += 1;
        }
        return rows;
      });
      if (done > 0) progress(`${table}.${name}: ${done} sealed anew`);
      // Fewer rows than the limit may mean that another run was faster. Only an empty batch is the end.
      after = found.at(-1)?.id ?? null;
    }
  }

  private async files({ batch, dry, progress }: RewrapOptions, report: RewrapReport): Promise<void> {
    let after = FIRST_ID;
    for (;;) {
      const rows = await findFilesUnderOtherKey(this.em, { kid: report.current, after, limit: batch });
      for (const { id } of rows) {
        if (dry) report.files += 1;
        else if (await this.file(id, report)) report.files += 1;
        if (report.files > 0 && report.files % PROGRESS_FILES === 0) progress(`files: ${report.files}${dry ? '' : ' sealed anew'}`);
      }
      if (rows.length < batch) return;
      after = rows.at(-1)!.id;
    }
  }

  /**
   * Rewraps the file under its row lock, so that a concurrent deletion waits and deletes the new bytes. If a run dies between writing the
   * file and its row, the next run completes the row.
   */
  private file(id: string, report: RewrapReport): Promise<boolean> {
    return this.em.fork().transactional(async (tx) => {
      const row = await lockFileUnderOtherKey(tx, id, report.current);
      if (!row) return false;
      const { user_id: userId, storage_key: key } = row;
      try {
        if ((await keyOfObject(this.store, key)) !== report.current)
          await this.store.put(key, this.fileSealer.rewrap(await this.store.open(key), fileSealContext({ id, userId })));
      } catch (error) {
        if (!(error instanceof SealBroken || error instanceof ObjectMissing)) throw error;
        report.faults.push(error instanceof ObjectMissing ? `the file ${id} is not in the file store` : error.message);
        return false;
      }
      await recordFileKey(tx, id, report.current);
      return true;
    });
  }
}

function attempt(report: RewrapReport, rewrap: () => Buffer): Buffer | null {
  try {
    return rewrap();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    report.faults.push(error.message);
    return null;
  }
}
