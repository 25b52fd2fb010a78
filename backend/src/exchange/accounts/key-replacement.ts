import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput, type ReviewStatus } from '../../common/domain/index.js';
import type { Actor } from '../../common/http/access-ports.js';
import { RateLimits } from '../../common/rate-limits/index.js';
import { AppConfig } from '../../config/index.js';
import { ExchangeService, refuseUnfit } from './exchange.service.js';
import { NoExchangeKey, NotVerified } from './exchange.errors.js';
import { readNewKey, type GivenKey } from './given-key.js';
import { KeyConsequences } from './key-consequences.js';
import { KeySlots } from './key-slots.js';
import { lockMember } from './lock-member.js';

/** A member whose KYC is approved brings another key, or takes theirs away. */
@Injectable()
export class KeyReplacement {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly exchange: ExchangeService,
    private readonly slots: KeySlots,
    private readonly limits: RateLimits,
    private readonly consequences: KeyConsequences,
  ) {}

  /**
   * Shows the key to its exchange and puts it in the place of the old one: all of it or nothing. One that the exchange cannot be asked about is
   * taken as unchecked and read with once it was asked. Of two keys sent at one moment the later one stays. Throws InvalidInput naming fields
   * (400), NotVerified (409), TooMany (429), KeyInUse (400).
   */
  async replace(actor: Actor, given: GivenKey & { venue?: string | undefined }): Promise<void> {
    const { userId } = actor;
    const read = readNewKey(this.config.exchange.venues, given);
    if ('problems' in read) throw new InvalidInput(read.problems);
    const { venue, key } = read;
    await this.demandApproval(this.em, userId);
    await this.limits.consume('exchangeKeyUser', userId);
    const check = refuseUnfit(await this.exchange.checkKey({ venue, ...key }));
    await this.em.transactional(async (tx) => {
      await lockMember(tx, userId);
      await this.demandApproval(tx, userId);
      const accountId = await this.exchange.attachKey(tx, { userId, venue, ...key, check });
      await this.consequences.replaced(tx, actor, { accountId, venue, state: check.outcome === 'ok' ? 'valid' : 'unchecked' });
    });
  }

  /** The account is read no further; what was read stays. Throws NoExchangeKey (409). */
  async remove(actor: Actor): Promise<void> {
    await this.em.transactional(async (tx) => {
      const accountId = await this.slots.empty(tx, actor.userId);
      if (accountId === null) throw new NoExchangeKey();
      await this.consequences.removed(tx, actor, accountId);
    });
  }

  private async demandApproval(em: EntityManager, userId: string): Promise<void> {
    const [user] = await em.execute<{ kyc_status: ReviewStatus | null }[]>('select kyc_status from users where id = ?', [userId]);
    if (user?.kyc_status !== 'approved') throw new NotVerified();
  }
}
