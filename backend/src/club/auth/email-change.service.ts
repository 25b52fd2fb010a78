import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { ProfileRepository, type Account } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { SessionService } from './session.service.js';

export type EmailChange = 'changed' | 'changed-before';

/** Changes email addresses. A requested address is pending as an open `change-email` token bound to it until its link is opened. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly records: ProfileRepository,
    private readonly accounts: AccountRepository,
    private readonly tokens: MailTokenRepository,
    private readonly sessions: SessionService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes `address` the pending one in the transaction of `em`, which holds the account locked, and cancels the one before. An address of
   * another account takes the same steps, but its owner gets a different email and the token is not sent, so that no answer reveals it.
   */
  async ask(em: EntityManager, { id: userId, email: from, role }: Account, address: string): Promise<void> {
    const occasion = uuidv7();
    const owner = await this.accounts.findId(em, address);
    await this.tokens.cancel(em, userId, 'change-email');
    const token = await this.tokens.issue(em, 'change-email', { userId, email: address });
    if (owner)
      await this.mails.queue(em, {
        letter: 'address-already-registered',
        to: { address, userId: owner },
        data: {},
        dedupeKey: `address-already-registered:${occasion}`,
      });
    else
      await this.mails.queue(em, {
        letter: 'confirm-new-email',
        to: { address, userId },
        data: { token },
        dedupeKey: `confirm-new-email:${occasion}`,
      });
    await this.mails.queue(em, {
      letter: 'email-change-asked',
      to: { address: from, userId },
      data: {},
      dedupeKey: `email-change-asked:${occasion}`,
    });
    await this.audit.record(em, {
      action: 'user.ask-email-change',
      actorId: userId,
      actorRole: role,
      targetType: 'user',
      targetId: userId,
    });
  }

  /** Returns the pending address, or null. */
  pending(em: EntityManager, userId: string): Promise<string | null> {
    return this.tokens.openAddress(em, 'change-email', userId);
  }

  /**
   * Sets the address that the token is bound to, in the transaction of `em`, and ends every session. Returns null for an invalid token and
   * for an account that an admin has closed. Throws EmailTaken, which rolls everything back.
   */
  async confirm(em: EntityManager, token: string): Promise<EmailChange | null> {
    const owner = await this.tokens.ownerOf(em, 'change-email', token);
    const account = owner && (await this.records.lock(em, owner.userId));
    // A concurrent request may have used the token: the link was opened twice.
    if (!owner || !account || account.rejected || account.status !== 'active') return this.changedBefore(em, token);
    if (!(await this.tokens.use(em, 'change-email', token))) return this.changedBefore(em, token);
    await this.records.changeEmail(em, account.id, owner.email);
    await this.settle(em, account);
    return 'changed';
  }

  private async settle(em: EntityManager, { id, role, email: former }: Account): Promise<void> {
    await this.sessions.endAll(em, id);
    await this.tokens.cancel(em, id, 'change-email', 'reset-password'); // links sent to the former address
    await this.mails.queue(em, {
      letter: 'email-changed',
      to: { address: former, userId: id },
      data: {},
      dedupeKey: `email-changed:${uuidv7()}`,
    });
    await this.audit.record(em, { action: 'user.change-email', actorId: id, actorRole: role, targetType: 'user', targetId: id });
  }

  private async changedBefore(em: EntityManager, token: string): Promise<EmailChange | null> {
    const former = await this.tokens.formerOwnerOf(em, 'change-email', token);
    const account = former && (await this.records.find(em, former.userId));
    return account && account.email === former.email ? 'changed-before' : null;
  }
}
