import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { MailTokenRepository, type MailTokenOwner } from './mail-token.repository.js';

/** For accounts without a password: the link sets the first one and confirms the address. */
@Injectable()
export class ChoosePasswordMails {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
  ) {}

  /**
   * Issues a token and queues the email with it, in the transaction of `em`. Earlier links stay valid until they expire: all of them went
   * to the same address, and a stranger who asks for another one must not take the owner's away. `occasion` identifies the request: the
   * same one queues one email.
   */
  async queue(em: EntityManager, owner: MailTokenOwner, occasion = uuidv7()): Promise<void> {
    const token = await this.tokens.issue(em, 'reset-password', owner);
    await this.mails.queue(em, {
      letter: 'choose-password',
      to: { address: owner.email, userId: owner.userId },
      data: { token },
      dedupeKey: `choose-password:${occasion}`,
    });
  }
}
