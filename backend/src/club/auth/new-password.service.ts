import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { InvalidInput, uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { passwordRefusal, ProfileRecords, type Account } from '../users/index.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { PreparedAccessService } from './prepared-access.service.js';
import { SessionService } from './session.service.js';

export interface NewPassword {
  passwordHash: string;
  action: 'auth.reset-password' | 'auth.change-password';
  /** The session in which its owner made the change; null where it was made through a mailed link, which proves the address. */
  keepSession: string | null;
}

/** What every new password brings with it, whichever way it came. */
@Injectable()
export class NewPasswordService {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly records: ProfileRecords,
    private readonly sessions: SessionService,
    private readonly tokens: MailTokenRepository,
    private readonly prepared: PreparedAccessService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Throws InvalidInput naming `newPassword` where the rules refuse it for this person. */
  check(password: string, { email, surname, otherName, role }: Account): void {
    const refusal = passwordRefusal(password, { email, names: [surname, otherName], admin: role === 'admin' });
    if (refusal) throw InvalidInput.field('newPassword', refusal);
  }

  /** Before the transaction that stores it: a hash takes longer than a row should stay locked. Throws Busy. */
  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /**
   * Stores the password in the transaction of `em`, which holds the account locked. Sessions, reset links and a pending change of the
   * e-mail address end with the old one: whoever knew it may have asked for them. A second factor stays, unless the mailed link is the
   * first proof of the address.
   */
  async store(em: EntityManager, { id, role, emailConfirmed }: Account, { passwordHash, action, keepSession }: NewPassword): Promise<void> {
    if (keepSession === null && !emailConfirmed) await this.prepared.remove(em, id);
    await this.records.changePassword(em, id, passwordHash, { provedEmail: keepSession === null });
    await this.sessions.endAll(em, id, keepSession);
    await this.tokens.cancel(em, id, 'reset-password', 'change-email');
    await this.mails.queue(em, { letter: 'password-changed', to: id, data: {}, dedupeKey: `password-changed:${uuidv7()}` });
    await this.audit.record(em, { action, actorId: id, actorRole: role, targetType: 'user', targetId: id });
  }
}
