import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteExchangeLogins } from '../../kyc/index.js';
import { KeyStorageService } from '../../../trading/exchange-accounts/index.js';
import { TelegramErasure } from '../../../messaging/channels/index.js';
import { NotificationPreferences } from '../../../messaging/preferences/index.js';
import { MemberDataRepository } from './member-data.repository.js';

/** Deletes what an erasure request deletes at once, in the transaction that stores the request. */
@Injectable()
export class ImmediateErasureService {
  constructor(
    private readonly data: MemberDataRepository,
    private readonly keys: KeyStorageService,
    private readonly notifications: NotificationPreferences,
    private readonly telegram: TelegramErasure,
  ) {}

  /** Returns the storage keys of the member's profile images. The caller deletes their bytes after the commit. */
  async erase(tx: EntityManager, userId: string): Promise<string[]> {
    // Locks submissions before the user, in the order of a review.
    await deleteExchangeLogins(tx, userId);
    const accountId = await this.keys.removeKey(tx, userId);
    if (accountId !== null) await this.data.endSyncRuns(tx, accountId, 'Its owner asked to be erased');
    await this.data.deleteContact(tx, userId);
    await this.notifications.endEmails(tx, userId);
    await this.telegram.erase(tx, userId);
    return this.data.deleteProfileImages(tx, userId);
  }
}
