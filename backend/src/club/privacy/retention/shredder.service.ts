import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FileStore } from '../../../platform/storage/index.js';
import { ShreddedSubmissionRepository, type SubmissionKind } from './shredded-submission.repository.js';

/**
 * Destroys documents in the caller's transaction `tx`. Bytes are deleted before the commit, with the wrapped key in their header: if the
 * process is killed in between, the rows are still due, and the next run finds no bytes, which is no error. So no row is deleted before its
 * bytes.
 */
@Injectable()
export class ShredderService {
  constructor(
    private readonly submissions: ShreddedSubmissionRepository,
    private readonly store: FileStore,
  ) {}

  /** Deletes documents, address and reasons of submissions and keeps a summary of each. Returns the number of deleted files. */
  async shredSubmissions(tx: EntityManager, kind: SubmissionKind, ids: readonly string[]): Promise<number> {
    const files = await this.submissions.replace(tx, kind, ids);
    return this.deleteBytes(await this.submissions.deleteFiles(tx, files));
  }

  /** Deletes these files. Returns their number. */
  async shredFiles(tx: EntityManager, ids: readonly string[]): Promise<number> {
    return this.deleteBytes(await this.submissions.deleteFiles(tx, ids));
  }

  /** Deletes every file of a member. Returns their number. */
  async shredFilesOf(tx: EntityManager, userId: string): Promise<number> {
    return this.deleteBytes(await this.submissions.deleteFilesOf(tx, userId));
  }

  private async deleteBytes(storageKeys: readonly string[]): Promise<number> {
    for (const key of storageKeys) await this.store.delete(key);
    return storageKeys.length;
  }
}
