import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ConsentLogRepository } from '../../consents/index.js';
import { deleteExchangeLogins } from '../../kyc/index.js';
import { KeyStorageService } from '../../../trading/exchange-accounts/index.js';
import { MemberDataRepository } from './member-data.repository.js';

/** Deletes what an erasure request deletes at once, in the transaction that stores the request. */
@Injectable()
export class ImmediateErasureService {
  constructor(
    private readonly data: MemberDataRepository,
    private readonly keys: KeyStorageService,
    private readonly consents: ConsentLogRepository,
  ) {}

  /** Returns the storage keys of the member's profile images. The caller deletes their bytes after the commit. */
  async erase(tx: EntityManager, userId: string): Promise<string[]> {
    // Locks submissions before the user, in the order of a review.
    await deleteExchangeLogins(tx, userId);
    const accountId = await this.keys.removeKey(tx, userId);
    if (accountId !== null) await this.data.endSyncRuns(tx, accountId, 'Its owner asked to be erased');
    await this.data.deleteContact(tx, userId);
    await this.endConsents(tx, userId);
    await this.data.unsubscribe(tx, userId);
    return this.data.deleteProfileImages(tx, userId);
  }

  private async endConsents(tx: EntityManager, userId: string): Promise<void> {
    const { news, signals } = await this.data.findMailConsents(tx, userId);
    const member = { userId, userAgent: null };
    if (news) await this.consents.ended(tx, member, 'marketing-mail', 'request to be erased');
    if (signals) await this.consents.ended(tx, member, 'signal-mail', 'request to be erased');
  }
}
