import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { uuidv7, type Role } from '../../../platform/domain/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';

/** The email to the owner about a change of factors. */
export type FactorNews =
  | { letter: 'second-factor-added'; factor: 'app' | 'passkey' | 'recovery-codes' }
  | { letter: 'second-factor-removed'; factor: 'app' | 'passkey' | 'all' };

export interface FactorEvent {
  /** `mfa.add-passkey` */
  action: string;
  detail?: Record<string, unknown>;
  news: FactorNews;
}

interface Person {
  id: string;
  role: Role;
}

/** Writes audit records and emails to the owner about second factors, in the transaction of the change. */
@Injectable()
export class FactorNoticeService {
  constructor(
    private readonly audit: AuditLog,
    private readonly mails: MailOutbox,
  ) {}

  /** `actor` is null for the operator of the command line. */
  async changed(em: EntityManager, userId: string, actor: Person | null, { action, detail = {}, news }: FactorEvent): Promise<void> {
    await this.audit.record(em, {
      action,
      actorId: actor?.id ?? null,
      actorRole: actor?.role ?? null,
      targetType: 'user',
      targetId: userId,
      detail,
    });
    const dedupeKey = `${news.letter}:${uuidv7()}`;
    if (news.letter === 'second-factor-added')
      await this.mails.queue(em, { letter: news.letter, to: userId, data: { factor: news.factor }, dedupeKey });
    else await this.mails.queue(em, { letter: news.letter, to: userId, data: { factor: news.factor }, dedupeKey });
  }

  /** The user has passed the password check or has a session. */
  async wrongCodes(em: EntityManager, { id, role }: Person): Promise<void> {
    await this.audit.record(em, { action: 'mfa.wrong-codes', actorId: null, actorRole: role, targetType: 'user', targetId: id });
    await this.mails.queue(em, { letter: 'wrong-codes', to: id, data: {}, dedupeKey: `wrong-codes:${uuidv7()}` });
  }

  async recoveryCodeUsed(em: EntityManager, { id, role }: Person, left: number): Promise<void> {
    await this.audit.record(em, {
      action: 'mfa.use-recovery-code',
      actorId: id,
      actorRole: role,
      targetType: 'user',
      targetId: id,
      detail: { left },
    });
    await this.mails.queue(em, { letter: 'recovery-code-used', to: id, data: { left }, dedupeKey: `recovery-code-used:${uuidv7()}` });
  }
}
