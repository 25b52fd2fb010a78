import { Injectable } from '@nestjs/common';
import { DomainError, NotFound, permits } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { ReferralRepository, type ReferredPerson } from './referral.repository.js';

/** The same answer for another user's code and for an unknown one, so that codes cannot be guessed. */
class NotYourCode extends DomainError {
  constructor() {
    super('forbidden', 'access.denied', 'You are not allowed to do this');
  }
}

/** Lists who registered with whose code, newest first. */
@Injectable()
export class ReferralsService {
  constructor(private readonly referrals: ReferralRepository) {}

  ofUser(userId: string, page: Page): Promise<PageOf<ReferredPerson>> {
    return this.referrals.findReferred(userId, page);
  }

  /**
   * Lists by code, for holders of `users.read` and the code's owner. Throws NotFound for the former; NotYourCode (403) for everyone else,
   * whether or not the code exists.
   */
  async ofCode(actor: Pick<Actor, 'userId' | 'teamRole'>, code: string, page: Page): Promise<PageOf<ReferredPerson>> {
    const owner = await this.referrals.findOwner(code);
    if (!permits(actor.teamRole, 'users.read') && owner !== actor.userId) throw new NotYourCode();
    if (owner === null) throw new NotFound('referral code');
    return this.referrals.findReferred(owner, page);
  }
}
