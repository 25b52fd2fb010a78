import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { ProfileRecords, type Account } from '../users/index.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { SessionService } from './session.service.js';

export type EmailChange = 'changed' | 'changed-before';

/** A new e-mail address waits as an open `change-email` token that is bound to it, until the link in its mail is opened. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly records: ProfileRecords,
    private readonly tokens: MailTokenRepository,
    private readonly sessions: SessionService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Lets `address` wait for its confirmation in the transaction of `em`, which holds the account locked; whatever waited before is
   * cancelled. For the address of another account everything is the same, but that its owner gets another letter and nobody the token: no
   * answer, now or later, tells the two apart.
   */
  async ask(em: EntityManager, { id: userId, email: from, role }: Account, address: string): Promise<void> {
    const occasion = uuidv7();
    const [owner] = await em.execute<{ id: string }[]>(`select id from users where lower(email) = ?`, [address]);
    await this.tokens.cancel(em, userId, 'change-email');
    const token = await this.tokens.issue(em, 'change-email', { userId, email: address });
    if (owner)
      await this.mails.queue(em, {
        letter: 'address-already-registered',
        to: { address, userId: owner.id },
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

  /** The address that waits, if any. */
  pending(em: EntityManager, userId: string): Promise<string | null> {
    return this.tokens.openAddress(em, 'change-email', userId);
  }

  /**
   * Sets the address that the token is bound to, in the transaction of `em`, and ends every session. Null for a token that does nothing: an
   * account that an admin closed keeps its address. Throws EmailTaken, which leaves everything as it was.
   */
  async confirm(em: EntityManager, token: string): Promise<EmailChange | null> {
    const owner = await this.tokens.ownerOf(em, 'change-email', token);
    const account = owner && (await this.records.lock(em, owner.userId));
    // Whoever came first has used it by now: then this is the second time that the link is opened.
    if (!owner || !account || account.rejected || account.status !== 'active') return this.changedBefore(em, token);
    if (!(await this.tokens.use(em, 'change-email', token))) return this.changedBefore(em, token);
    await this.records.changeEmail(em, account.id, owner.email);
    await this.settle(em, account);
    return 'changed';
  }

  private async settle(em: EntityManager, { id, role, email: former }: Account): Promise<void> {
    await this.sessions.endAll(em, id);
    await this.tokens.cancel(em, id, 'change-email', 'reset-password'); // a link that went to the former address
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
