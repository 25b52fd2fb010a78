import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock, uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { KnownOriginRepository } from './known-origin.repository.js';
import type { SessionOrigin } from './session.service.js';

/** Emails the owner of an account about sign-ins from new networks. */
@Injectable()
export class SignInNoticeService {
  constructor(
    private readonly origins: KnownOriginRepository,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /** Call it before the session is opened, in the same transaction. Skips the first sign-in of a new account. */
  async note(em: EntityManager, userId: string, origin: SessionOrigin): Promise<void> {
    const { seen, firstSignIn } = await this.origins.of(em, userId, origin);
    if (seen || firstSignIn) return;
    await this.mails.queue(em, {
      letter: 'new-sign-in',
      to: userId,
      data: { network: origin.network, at: this.clock.now().toISOString() },
      dedupeKey: `new-sign-in:${uuidv7()}`,
    });
  }
}
