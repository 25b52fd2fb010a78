import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailTokenRepository } from './mail-token.repository.js';
import { FactorResetService } from './mfa/factor-reset.service.js';
import { SessionService } from './session.service.js';

/**
 * Removes sessions, pending changes and second factors that were set up before the email address was proved: a stranger may have set them
 * up (account pre-hijacking).
 */
@Injectable()
export class PreparedAccessService {
  constructor(
    private readonly sessions: SessionService,
    private readonly tokens: MailTokenRepository,
    private readonly factors: FactorResetService,
  ) {}

  /** Runs in the transaction of `em`, which holds the user's row locked. The caller replaces the password. */
  async remove(em: EntityManager, userId: string): Promise<void> {
    await this.sessions.endAll(em, userId);
    await this.tokens.cancel(em, userId, 'change-email');
    await this.factors.discard(em, userId);
  }
}
