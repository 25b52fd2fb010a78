import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FileSealer } from '../../platform/crypto/index.js';
import { TooMany } from '../../platform/domain/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { FileStore } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { reencode, type HashOf, type Reencoded } from './images.js';
import { fileSealContext, StoredFile } from './stored-file.entity.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { prepareUploads, type PreparedFile, type Upload } from './uploads.js';

/** Uploads of one member in 24 hours, including images that could not be decoded. Forms need far fewer; a disk holds far more. */
const MAX_FILES_A_DAY = 40;
const DAY_SECONDS = 24 * 3600;

/** Checks, stores and seals uploaded files. */
@Injectable()
export class FilesService {
  private readonly log = new Logger('Files');

  constructor(
    private readonly files: StoredFileRepository,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly config: AppConfig,
    private readonly limits: RateLimits,
  ) {}

  /** Checks and re-encodes the uploads of one form, storing nothing. Throws InvalidInput by field, FileTooLarge, TooMany, Busy. */
  async prepare(em: EntityManager, uploads: readonly Upload[]): Promise<PreparedFile[]> {
    const owner = uploads[0]?.userId;
    if (owner !== undefined) await this.refuseOverQuota(em, owner, uploads.length);
    return prepareUploads(uploads, (userId, picture, hashOf) => this.decode(userId, picture, hashOf));
  }

  private async decode(userId: string, picture: Buffer, hashOf: HashOf | undefined): Promise<Reencoded> {
    const outcome = await reencode(userId, picture, undefined, hashOf);
    if ('problem' in outcome) await this.limits.count('failedDecodesUser', userId);
    return outcome;
  }

  /**
   * Seals and stores the files, then runs `work` in one transaction with their rows. If it fails before the commit is sent, the files are
   * deleted. After that the outcome is unknown: a commit without an answer may still succeed. Its files, and those of a killed process, are
   * left to the sweep.
   */
  async keep<T>(
    em: EntityManager,
    prepared: readonly PreparedFile[],
    work: (tx: EntityManager, files: StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const files = prepared.map(({ file }) => file);
    for (const file of files) file.keyId = this.config.keyring.current;
    let committing = false;
    try {
      for (const { file, bytes } of prepared) await this.store.put(file.storageKey, this.sealer.seal([bytes], fileSealContext(file)));
      return await em.transactional(async (tx) => {
        tx.persist(files);
        await tx.flush();
        const result = await work(tx, files);
        await tx.flush();
        committing = true;
        return result;
      });
    } catch (error) {
      if (!committing) await this.discard(files);
      throw error;
    }
  }

  private async discard(files: readonly StoredFile[]): Promise<void> {
    try {
      for (const { storageKey } of files) await this.store.delete(storageKey);
    } catch (error) {
      this.log.warn({ err: error }, 'files of a failed upload are left to the sweep');
    }
  }

  private async refuseOverQuota(em: EntityManager, userId: string, more: number): Promise<void> {
    const stored = await this.files.countToday(em, userId);
    const failed = await this.limits.used('failedDecodesUser', userId);
    if (stored + failed + more > MAX_FILES_A_DAY)
      throw new TooMany(DAY_SECONDS, 'You have uploaded many files today. Please try again tomorrow');
  }
}
