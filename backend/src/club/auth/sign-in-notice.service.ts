import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock, uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { KnownOriginRepository } from './known-origin.repository.js';
import type { SessionOrigin } from './session.service.js';

/** '23 Nov 2026, 14:05 UTC' */
const time = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

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
      data: { network: origin.network ?? 'unknown', at: time.format(this.clock.now()) },
      dedupeKey: `new-sign-in:${uuidv7()}`,
    });
  }
}
