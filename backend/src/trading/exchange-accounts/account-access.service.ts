import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../platform/domain/index.js';
import { KeyChangeEffectsService } from './key-change-effects.service.js';
import { KeyStorageService } from './key-storage.service.js';

/** Ends our access to members' exchange accounts, where the club decides it and not the member. */
@Injectable()
export class AccountAccessService {
  constructor(
    private readonly storage: KeyStorageService,
    private readonly effects: KeyChangeEffectsService,
  ) {}

  /**
   * Deletes the member's key and keeps what was read with it, in the transaction of `em`. Returns false where there was no key. Who calls
   * this tells the member.
   */
  async end(em: EntityManager, userId: string, by: { adminId: string; role: Role }, reason: string): Promise<boolean> {
    const accountId = await this.storage.removeKey(em, userId);
    if (accountId === null) return false;
    await this.effects.ended(em, { userId, accountId, by, reason });
    return true;
  }
}
