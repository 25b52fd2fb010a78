import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { InvalidInput, uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { namesOf, passwordRefusal, ProfileRepository, type Account } from '../users/index.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { PreparedAccessService } from './prepared-access.service.js';
import { SessionService } from './session.service.js';

export interface NewPassword {
  passwordHash: string;
  action: 'auth.reset-password' | 'auth.change-password';
  /** The session that made the change; null for a change by an emailed link, which proves the address. */
  keepSession: string | null;
}

/** Stores new passwords, from a reset or a session, with everything that a new password entails. */
@Injectable()
export class NewPasswordService {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly records: ProfileRepository,
    private readonly sessions: SessionService,
    private readonly tokens: MailTokenRepository,
    private readonly prepared: PreparedAccessService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Throws InvalidInput naming `newPassword` if the rules reject it for this user. */
  check(password: string, account: Account): void {
    const refusal = passwordRefusal(password, { email: account.email, names: namesOf(account), admin: account.role === 'admin' });
    if (refusal) throw InvalidInput.field('newPassword', refusal);
  }

  /** Call it before the transaction: a hash takes too long to hold a lock. Throws Busy. */
  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /**
   * Stores the password in the transaction of `em`, which holds the account locked. Ends sessions and cancels reset links and a pending
   * email change, which someone with the old password may have requested. Second factors remain, unless the emailed link is the first proof
   * of the address.
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
