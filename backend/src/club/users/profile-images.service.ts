import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { FileStore } from '../../platform/storage/index.js';
import { FilesService } from '../files/index.js';
import { ProfileRecords } from './profile-records.js';

/** A picture as it came, with the name by which the form knows it. */
export interface ProfilePicture {
  field: string;
  buffer: Buffer;
}

/** The one picture that a person may show. */
@Injectable()
export class ProfileImages {
  private readonly log = new Logger('ProfileImages');

  constructor(
    private readonly em: EntityManager,
    private readonly files: FilesService,
    private readonly records: ProfileRecords,
    private readonly store: FileStore,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts a picture in the place of the one before, whose row goes in the same transaction. Returns the new file's id. Throws InvalidInput,
   * FileTooLarge, TooMany, Busy.
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

  /** A second time changes nothing. */
  async remove(actor: Actor): Promise<void> {
    await this.forget(await this.em.transactional((em) => this.show(em, actor, null)));
  }

  /** Where the bytes of the former picture are kept, whose row is gone with this transaction; null where there was none. */
  private async show(em: EntityManager, { userId, role }: Actor, fileId: string | null): Promise<string | null> {
    // Of two pictures at once the second waits here, and finds the first to take away.
    const account = await this.records.lock(em, userId);
    if (!account) throw new NotFound('user');
    const former = account.imageFileId;
    if (fileId === former) return null;
    await this.records.changeImage(em, userId, fileId);
    await this.audit.record(em, {
      action: fileId ? 'user.change-image' : 'user.remove-image',
      actorId: userId,
      actorRole: role,
      targetType: 'user',
      targetId: userId,
    });
    const [row] = await em.execute<{ storage_key: string }[]>(
      `delete from files where id = ? and user_id = ? and purpose = 'profile-image' returning storage_key`,
      [former, userId],
    );
    return row?.storage_key ?? null;
  }

  /** After the commit: bytes without a row are no loss, a row without bytes would be one. */
  private async forget(storageKey: string | null): Promise<void> {
    if (storageKey === null) return;
    try {
      await this.store.delete(storageKey);
    } catch (error) {
      this.log.warn({ err: error }, 'the bytes of a former picture are left to the sweep');
    }
  }
}
