import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailTokenRepository } from './mail-token.repository.js';
import { FactorResetService } from './mfa/factor-reset.service.js';
import { SessionService } from './session.service.js';

/**
 * Removes everything that could open an account and that was set up before its email address was proved: a stranger may have set it up
 * (account pre-hijacking).
 */
@Injectable()
export class PreparedAccessService {
  constructor(
    private readonly sessions: SessionService,
    private readonly tokens: MailTokenRepository,
    private readonly factors: FactorResetService,
  ) {}

  /** In the transaction of `em`, which holds the user's row locked. The password is the caller's. */
  async remove(em: EntityManager, userId: string): Promise<void> {
    await this.sessions.endAll(em, userId);
    await this.tokens.cancel(em, userId, 'change-email');
    await this.factors.discard(em, userId);
  }
}
