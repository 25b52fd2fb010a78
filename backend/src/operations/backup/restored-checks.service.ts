import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditVerifierService, type ChainReport } from '../audit/index.js';
import { FileSealer } from '../../platform/crypto/index.js';
import { FileStore } from '../../platform/storage/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { LogVerifierService, type LogReport } from '../../trading/transparency/index.js';
import { inBatches } from '../keys/index.js';
import { countStoredFiles, findStoredFiles, type StoredFile } from './backed-up-file.query.js';
import { teller } from './file-copies.js';

export interface FilesReport {
  /** Rows of files. */
  rows: number;
  /** Ids of rows whose bytes are not in the store. */
  missing: string[];
  opened: number;
  /** A sentence for each file that does not open or differs from its upload. */
  faults: string[];
}

export interface RestoredReport {
  audit: ChainReport;
  log: LogReport;
  files: FilesReport;
}

/** Number of files that are opened unless all are requested. */
export const SAMPLE = 100;

/** Checks that database and file store are consistent after a restore. Changes nothing. */
@Injectable()
export class RestoredChecksService {
  constructor(
    private readonly em: EntityManager,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly auditChain: AuditVerifierService,
    private readonly log: LogVerifierService,
  ) {}

  /** `allFiles` opens every file instead of a sample. External anchors are not compared: they may be newer than the backup. */
  async run({ allFiles }: { allFiles: boolean }, note: (line: string) => void): Promise<RestoredReport> {
    const audit = await this.auditChain.verify();
    const log = await this.log.verify();
    return { audit, log, files: await this.files(allFiles, note) };
  }

  private async files(all: boolean, note: (line: string) => void): Promise<FilesReport> {
    const report: FilesReport = { rows: 0, missing: [], opened: 0, faults: [] };
    const present = new Set<string>();
    for await (const { key } of this.store.list()) present.add(key);
    const share = all ? 1 : Math.min(1, SAMPLE / Math.max(1, await countStoredFiles(this.em)));
    const tell = teller(note, 'files looked at');
    for await (const rows of inBatches((after, limit) => findStoredFiles(this.em, after, limit))) {
      for (const row of rows) {
        report.rows += 1;
        if (!present.has(row.storage_key)) report.missing.push(row.id);
        else if (inSample(row.storage_key, share)) await this.open(row, report);
      }
      tell(rows.length);
    }
    return report;
  }

  private async open({ id, user_id: userId, storage_key: key, sha256 }: StoredFile, report: FilesReport): Promise<void> {
    report.opened += 1;
    try {
      const hash = createHash('sha256');
      for await (const piece of this.sealer.open(await this.store.open(key), fileSealContext({ id, userId }))) hash.update(piece);
      if (!hash.digest().equals(sha256)) report.faults.push(`the file ${id} is not what was uploaded`);
    } catch (error) {
      report.faults.push((error as Error).message);
    }
  }
}

/** Samples by the first digits of the storage key, which are random: the same files in every run. */
const inSample = (storageKey: string, share: number) => Number.parseInt(storageKey.slice(0, 8), 16) < share * 2 ** 32;
