import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FileSealer } from '../common/crypto/index.js';
import { TooMany } from '../common/domain/index.js';
import { FileStore } from '../common/storage/index.js';
import { AppConfig } from '../config/index.js';
import { fileSealContext } from './file-seal-context.js';
import { StoredFile } from './stored-file.entity.js';
import { prepareUploads, type PreparedFile, type Upload } from './uploads.js';

/** Uploads of one member in 24 hours: far more than any form needs, far fewer than would fill a disk. */
const FILES_A_DAY = 40;
const DAY_SECONDS = 24 * 3600;

@Injectable()
export class FilesService {
  private readonly log = new Logger('Files');

  constructor(
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly config: AppConfig,
  ) {}

  /** Checks and re-encodes the uploads of one form, storing nothing. Throws InvalidInput by field, FileTooLarge, TooMany, Busy. */
  async prepare(em: EntityManager, uploads: readonly Upload[]): Promise<PreparedFile[]> {
    const owner = uploads[0]?.userId;
    if (owner !== undefined) await this.refuseOverQuota(em, owner, uploads.length);
    return prepareUploads(uploads);
  }

  /**
   * Seals and stores the files, then runs `work` in one transaction with their rows. Whatever fails, no file stays without its
   * row; should the process die in between, the sweep finds it.
   */
  async keep<T>(
    em: EntityManager,
    prepared: readonly PreparedFile[],
    work: (tx: EntityManager, files: StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const files = prepared.map(({ file }) => file);
    for (const file of files) file.keyId = this.config.keyring.current;
    try {
      for (const { file, bytes } of prepared) await this.store.put(file.storageKey, this.sealer.seal([bytes], fileSealContext(file)));
      return await em.transactional(async (tx) => {
        tx.persist(files);
        await tx.flush();
        return work(tx, files);
      });
    } catch (error) {
      await this.discard(em, files);
      throw error;
    }
  }

  /** A commit whose answer was lost may have happened: only files without a row go. */
  private async discard(em: EntityManager, files: readonly StoredFile[]): Promise<void> {
    try {
      const rows = await em.fork().find(StoredFile, { id: { $in: files.map(({ id }) => id) } }, { fields: ['id'] });
      const kept = new Set(rows.map(({ id }) => id));
      for (const file of files) if (!kept.has(file.id)) await this.store.delete(file.storageKey);
    } catch (error) {
      this.log.warn({ err: error }, 'files of a failed upload are left to the sweep');
    }
  }

  private async refuseOverQuota(em: EntityManager, userId: string, more: number): Promise<void> {
    const [row] = await em.execute<{ count: string }[]>(
      `select count(*) as "count" from "files" where "user_id" = ? and "created_at" > now() - interval '24 hours'`,
      [userId],
    );
    if (Number(row?.count ?? 0) + more > FILES_A_DAY)
      throw new TooMany(DAY_SECONDS, 'You have uploaded many files today. Please try again tomorrow');
  }
}
