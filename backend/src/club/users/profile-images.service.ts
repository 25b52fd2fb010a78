import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { FileStore } from '../../platform/storage/index.js';
import { FilesService, StoredFileRepository } from '../files/index.js';
import { ProfileRepository } from './profile.repository.js';

/** An uploaded image and the name of its form field. */
export interface ProfilePicture {
  field: string;
  buffer: Buffer;
}

/** Replaces and removes a user's profile image. */
@Injectable()
export class ProfileImagesService {
  private readonly log = new Logger('ProfileImages');

  constructor(
    private readonly em: EntityManager,
    private readonly files: FilesService,
    private readonly profiles: ProfileRepository,
    private readonly storedFiles: StoredFileRepository,
    private readonly store: FileStore,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Replaces the image and deletes the former row in the same transaction. Returns the new file's id. Throws InvalidInput, FileTooLarge,
   * TooMany, Busy.
   */
  async replace(actor: Actor, { field, buffer }: ProfilePicture): Promise<string> {
    const prepared = await this.files.prepare(this.em, [{ userId: actor.userId, purpose: 'profile-image', field, buffer }]);
    const { fileId, formerKey } = await this.files.keep(this.em, prepared, async (em, [file]) => {
      if (!file) throw new Error('a picture is one file');
      return { fileId: file.id, formerKey: await this.show(em, actor, file.id) };
    });
    await this.forget(formerKey);
    return fileId;
  }

  /** Idempotent. */
  async remove(actor: Actor): Promise<void> {
    await this.forget(await this.em.transactional((em) => this.show(em, actor, null)));
  }

  /** Sets the image and deletes the row of the former one. Returns the former storage key, or null. */
  private async show(em: EntityManager, { userId, role }: Actor, fileId: string | null): Promise<string | null> {
    // A concurrent change waits here and then finds the other image to delete.
    const account = await this.profiles.lock(em, userId);
    if (!account) throw new NotFound('user');
    const former = account.imageFileId;
    if (fileId === former) return null;
    await this.profiles.changeImage(em, userId, fileId);
    await this.audit.record(em, {
      action: fileId ? 'user.change-image' : 'user.remove-image',
      actorId: userId,
      actorRole: role,
      targetType: 'user',
      targetId: userId,
    });
    return former === null ? null : this.storedFiles.deleteProfileImage(em, userId, former);
  }

  /** Runs after the commit: bytes without a row are deleted by the sweep, a row without bytes would be broken. */
  private async forget(storageKey: string | null): Promise<void> {
    if (storageKey === null) return;
    try {
      await this.store.delete(storageKey);
    } catch (error) {
      this.log.warn({ err: error }, 'the bytes of a former picture are left to the sweep');
    }
  }
}
