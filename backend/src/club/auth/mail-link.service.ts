import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { MailTokenRepository, type MailTokenOwner } from './mail-token.repository.js';

@Injectable()
export class MailLinkService {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
  ) {}

  /**
   * A fresh token and the mail that carries it, in the transaction of `em`. Earlier ones stay good until they expire: mails overtake each
   * other. `occasion` names what asked for it: the same occasion twice is one mail.
   */
  async queue(em: EntityManager, owner: MailTokenOwner, occasion = uuidv7()): Promise<void> {
    const token = await this.tokens.issue(em, 'confirm-email', owner);
    await this.mails.queue(em, {
      letter: 'confirm-email',
      to: { address: owner.email, userId: owner.userId },
      data: { token },
      dedupeKey: `confirm-email:${occasion}`,
    });
  }
}
