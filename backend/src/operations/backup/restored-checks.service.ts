import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditVerifier, type ChainReport } from '../audit/index.js';
import { FileSealer } from '../../platform/crypto/index.js';
import { FileStore } from '../../platform/storage/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { LogVerifierService, type LogReport } from '../../trading/transparency/index.js';
import { teller } from './file-copies.js';

export interface FilesReport {
  /** Rows of files. */
  rows: number;
  /** Ids of rows whose bytes are not in the store. */
  missing: string[];
  opened: number;
  /** A sentence for each that does not open, or is not what was uploaded. */
  faults: string[];
}

export interface RestoredReport {
  audit: ChainReport;
  log: LogReport;
  files: FilesReport;
}

interface FileRow {
  id: string;
  user_id: string;
  storage_key: string;
  sha256: Buffer;
}

/** So many files are opened where not all of them are asked for. */
export const SAMPLE = 100;
const BATCH = 500;

/** Whether what stands in database and file store after a restore fits together. Changes nothing. */
@Injectable()
export class RestoredChecks {
  constructor(
    private readonly em: EntityManager,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly auditChain: AuditVerifier,
    private readonly log: LogVerifierService,
  ) {}

  /** `allFiles`: opens each of them, and not a sample. Anchors from outside are left out: they may be younger than the backup. */
  async run({ allFiles }: { allFiles: boolean }, note: (line: string) => void): Promise<RestoredReport> {
    const audit = await this.auditChain.verify();
    const log = await this.log.verify();
    return { audit, log, files: await this.files(allFiles, note) };
  }

  private async files(all: boolean, note: (line: string) => void): Promise<FilesReport> {
    const report: FilesReport = { rows: 0, missing: [], opened: 0, faults: [] };
    const present = new Set<string>();
    for await (const { key } of this.store.list()) present.add(key);
    const [count] = await this.em.execute<{ n: number }[]>('select count(*)::int as n from files');
    const share = all ? 1 : Math.min(1, SAMPLE / Math.max(1, count!.n));
    const tell = teller(note, 'files looked at');
    for await (const rows of this.rows()) {
      for (const row of rows) {
        report.rows += 1;
        if (!present.has(row.storage_key)) report.missing.push(row.id);
        else if (inSample(row.storage_key, share)) await this.open(row, report);
      }
      tell(rows.length);
    }
    return report;
  }

  private async open({ id, user_id: userId, storage_key: key, sha256 }: FileRow, report: FilesReport): Promise<void> {
    report.opened += 1;
    try {
      const hash = createHash('sha256');
      for await (const piece of this.sealer.open(await this.store.open(key), fileSealContext({ id, userId }))) hash.update(piece);
      if (!hash.digest().equals(sha256)) report.faults.push(`the file ${id} is not what was uploaded`);
    } catch (error) {
      report.faults.push((error as Error).message);
    }
  }

  private async *rows(): AsyncGenerator<FileRow[]> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await this.em.execute<FileRow[]>(
        `select id, user_id, storage_key, sha256 from files where id > ? order by id limit ${BATCH}`,
        [after],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
      after = rows.at(-1)!.id;
    }
  }
}

/** Storage keys are random: their first digits are as good as dice, and name the same files each time. */
const inSample = (storageKey: string, share: number) => Number.parseInt(storageKey.slice(0, 8), 16) < share * 2 ** 32;
