import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { MailTokenRepository, type MailTokenOwner } from './mail-token.repository.js';

/**
 * Issues tokens and queues the emails that contain their links, in the transaction of `em`. Earlier links stay valid until they expire:
 * emails may arrive out of order, and a stranger who requests another link must not revoke the owner's. `occasion` identifies the request:
 * a repeated one queues no second email.
 */
@Injectable()
export class MailLinkService {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
  ) {}

  async queueConfirmation(em: EntityManager, owner: MailTokenOwner, occasion = uuidv7()): Promise<void> {
    await this.mails.queue(em, {
      letter: 'confirm-email',
      to: { address: owner.email, userId: owner.userId },
      data: { token: await this.tokens.issue(em, 'confirm-email', owner) },
      dedupeKey: `confirm-email:${occasion}`,
    });
  }

  /** For an account without a password: the link sets the first one and confirms the address. */
  async queueChoosePassword(em: EntityManager, owner: MailTokenOwner, occasion = uuidv7()): Promise<void> {
    await this.mails.queue(em, {
      letter: 'choose-password',
      to: { address: owner.email, userId: owner.userId },
      data: { token: await this.tokens.issue(em, 'reset-password', owner) },
      dedupeKey: `choose-password:${occasion}`,
    });
  }

  async queueAdminInvitation(em: EntityManager, owner: MailTokenOwner): Promise<void> {
    await this.mails.queue(em, {
      letter: 'admin-invitation',
      to: { address: owner.email, userId: owner.userId },
      data: { token: await this.tokens.issue(em, 'reset-password', owner) },
      dedupeKey: `admin-invitation:${owner.userId}`,
    });
  }
}
