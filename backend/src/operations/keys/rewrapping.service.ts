import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { FileSealer, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, keyOf, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { keyOfObject } from './key-uses.service.js';
import { refuseUnknown } from './running-rings.query.js';
import { FIRST, sealedRowsOf, TOLD_FILES, type SealedRow } from './sealed-rows.query.js';

export interface RewrapReport {
  /** The key that seals from now on. */
  current: string;
  values: number;
  files: number;
  /** A sentence for each that does not open: it was left as it is. */
  faults: string[];
}

export interface RewrapWish {
  batch: number;
  dry: boolean;
  progress: (line: string) => void;
}

/**
 * Puts the data key of everything that is sealed under the key that seals now (security 3.2): values and files themselves are neither
 * opened nor changed. What is done is done: it may be stopped at any moment, run again, and run twice at once, while the product reads and
 * writes.
 */
@Injectable()
export class Rewrapping {
  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly fileSealer: FileSealer,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /** Throws KeysRefused where a process that runs could not open what is sealed anew. */
  async run(wish: RewrapWish): Promise<RewrapReport> {
    const { current } = this.config.keyring;
    await refuseUnknown(this.em, current);
    const report: RewrapReport = { current, values: 0, files: 0, faults: [] };
    for (const column of sealedColumns) await this.column(column, wish, report);
    await this.files(wish, report);
    if (!wish.dry)
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

  private async column(column: SealedColumn, { batch, dry, progress }: RewrapWish, report: RewrapReport): Promise<void> {
    const { table, column: name } = column;
    const due = `${name} is not null and ${keyOf(name)} is distinct from ?`;
    if (dry) {
      const [count] = await this.em.execute<{ n: number }[]>(`select count(*)::int as n from ${table} where ${due}`, [report.current]);
      report.values += count!.n;
      return;
    }
    for (let after: string | null = FIRST, done = 0; after !== null;) {
      const from: string = after;
      const found = await this.em.fork().transactional(async (tx) => {
        // A row that another run has sealed anew while we waited for it is not due any more.
        const rows = await tx.execute<SealedRow[]>(
          `${sealedRowsOf(column)} where ${due} and id > ? order by id limit ${batch} for no key update`,
          [report.current, from],
        );
        for (const { id, user_id, sealed } of rows) {
          const fresh = attempt(report, () => this.sealer.rewrap(sealed, contextIn(column, id, user_id)));
          if (!fresh) continue;
          await tx.execute(`update ${table} set ${name} = ? where id = ?`, [fresh, id]);
          done += 1;
          report.values += 1;
        }
        return rows;
      });
      if (done > 0) progress(`${table}.${name}: ${done} sealed anew`);
      // Fewer than asked for may mean that another run was quicker: the end is where there is none.
      after = found.at(-1)?.id ?? null;
    }
  }

  private async files({ batch, dry, progress }: RewrapWish, report: RewrapReport): Promise<void> {
    let after = FIRST;
    for (;;) {
      const rows = await this.em.execute<{ id: string }[]>(
        `select id from files where key_id is distinct from ? and id > ? order by id limit ${batch}`,
        [report.current, after],
      );
      for (const { id } of rows) {
        if (dry) report.files += 1;
        else if (await this.file(id, report)) report.files += 1;
        if (report.files > 0 && report.files % TOLD_FILES === 0) progress(`files: ${report.files}${dry ? '' : ' sealed anew'}`);
      }
      if (rows.length < batch) return;
      after = rows.at(-1)!.id;
    }
  }

  /**
   * Under the row's lock: who deletes it waits, and takes the new bytes along. A run that died between file and row is made good by the
   * next.
   */
  private file(id: string, report: RewrapReport): Promise<boolean> {
    return this.em.fork().transactional(async (tx) => {
      const [row] = await tx.execute<{ user_id: string; storage_key: string }[]>(
        'select user_id, storage_key from files where id = ? and key_id is distinct from ? for update',
        [id, report.current],
      );
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
      await tx.execute('update files set key_id = ? where id = ?', [report.current, id]);
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
