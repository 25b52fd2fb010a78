import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { ExchangeAccountService, refuseUnfit } from './exchange-account.service.js';
import { NoExchangeKey, NotVerified } from './exchange-account.errors.js';
import { parseNewKey, type ApiKeyInput } from './api-key.input.js';
import { KeyChangeEffectsService } from './key-change-effects.service.js';
import { KeyStorageService } from './key-storage.service.js';
import { findKycStatus, lockMember } from './member.query.js';

/** Replaces and removes keys of members whose KYC is approved. */
@Injectable()
export class KeyReplacementService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly exchange: ExchangeAccountService,
    private readonly storage: KeyStorageService,
    private readonly limits: RateLimits,
    private readonly effects: KeyChangeEffectsService,
  ) {}

  /**
   * Checks the key with its exchange and replaces the old one, in one transaction. While the exchange is unreachable the key is stored as
   * unchecked and used after its first check. Of two keys sent at the same moment the later one stays. Throws InvalidInput naming fields
   * (400), NotVerified (409), TooMany (429), KeyInUse (400).
   */
  async replace(actor: Actor, given: ApiKeyInput & { venue?: string | undefined }): Promise<void> {
    const { userId } = actor;
    const read = parseNewKey(this.config.exchange.venues, given);
    if ('problems' in read) throw new InvalidInput(read.problems);
    const { venue, key } = read;
    await this.requireApproval(this.em, userId);
    await this.limits.consume('exchangeKeyUser', userId);
    const check = refuseUnfit(await this.exchange.checkKey({ venue, ...key }));
    await this.em.transactional(async (tx) => {
      await lockMember(tx, userId);
      await this.requireApproval(tx, userId);
      const accountId = await this.exchange.attachKey(tx, { userId, venue, ...key, check });
      await this.effects.replaced(tx, actor, { accountId, venue, state: check.outcome === 'ok' ? 'valid' : 'unchecked' });
    });
  }

  /** Stops reading the account and keeps what was read. Throws NoExchangeKey (409). */
  async remove(actor: Actor): Promise<void> {
    await this.em.transactional(async (tx) => {
      const accountId = await this.storage.removeKey(tx, actor.userId);
      if (accountId === null) throw new NoExchangeKey();
      await this.effects.removed(tx, actor, accountId);
    });
  }

  private async requireApproval(em: EntityManager, userId: string): Promise<void> {
    if ((await findKycStatus(em, userId)) !== 'approved') throw new NotVerified();
  }
}
