import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { FileSealer, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { findFiles, type SealedFile } from './sealed-file.query.js';
import { findValues, inBatches } from './sealed-value.sql.js';

export interface SealReport {
  values: number;
  files: number;
  /** A sentence for each value or file that does not open. */
  faults: string[];
}

/** Verifies the ring: opens every sealed value and file and discards the plaintext. Writes nothing but an audit record. */
@Injectable()
export class KeyVerificationService {
  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly fileSealer: FileSealer,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  async run(progress: (line: string) => void): Promise<SealReport> {
    const report: SealReport = { values: 0, files: 0, faults: [] };
    for (const column of sealedColumns) {
      await this.column(column, report);
      progress(`${report.values} values opened, the last of ${column.table}.${column.column}`);
    }
    for await (const rows of inBatches((after, limit) => findFiles(this.em, after, limit))) {
      for (const row of rows) await this.file(row, report);
      progress(`${report.files} files opened`);
    }
    const { values, files, faults } = report;
    await this.audit.record(this.em.fork(), {
      action: 'keys.verify',
      actorId: null,
      actorRole: null,
      targetType: 'key',
      targetId: this.config.keyring.current,
      detail: { values, files, faults: faults.length },
    });
    return report;
  }

  private async column(column: SealedColumn, report: SealReport): Promise<void> {
    for await (const rows of inBatches((after, limit) => findValues(this.em, column, after, limit))) {
      for (const { id, user_id, sealed } of rows) {
        report.values += 1;
        try {
          this.sealer.open(sealed, contextIn(column, id, user_id)).fill(0);
        } catch (error) {
          note(report, error, id);
        }
      }
    }
  }

  private async file({ id, user_id: userId, storage_key: key }: SealedFile, report: SealReport): Promise<void> {
    report.files += 1;
    try {
      for await (const piece of this.fileSealer.open(await this.store.open(key), fileSealContext({ id, userId }))) piece.fill(0);
    } catch (error) {
      note(report, error, id);
    }
  }
}

function note(report: SealReport, error: unknown, id: string): void {
  if (error instanceof ObjectMissing) report.faults.push(`the file ${id} is not in the file store`);
  else if (error instanceof SealBroken) report.faults.push(error.message);
  else throw error;
}
