import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { UserAction } from './user-actions.rules.js';

const letters = {
  deactivate: 'account-deactivated',
  activate: 'account-activated',
  delete: 'account-closed',
  restore: 'account-restored',
} as const satisfies Record<UserAction, string>;

/** Writes the audit record and the email of a change of an account's status, in the transaction of the change. */
@Injectable()
export class AccountStatusNoticeService {
  constructor(
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  async record(em: EntityManager, action: UserAction, adminId: string, userId: string): Promise<void> {
    await this.audit.record(em, { action: `user.${action}`, actorId: adminId, actorRole: 'admin', targetType: 'user', targetId: userId });
  }

  async inform(em: EntityManager, action: UserAction, userId: string): Promise<void> {
    await this.mail.queue(em, { letter: letters[action], to: userId, data: {}, dedupeKey: `${letters[action]}:${uuidv7()}` });
  }
}
