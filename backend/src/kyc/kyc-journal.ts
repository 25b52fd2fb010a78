import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import type { Membership } from '../common/domain/index.js';
import { MailOutbox } from '../mail/index.js';

interface Submission {
  id: string;
  userId: string;
}

/** What follows every move of a submission: a record and a letter to the member, in the transaction of the move. */
@Injectable()
export class KycJournal {
  constructor(
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  async submitted(em: EntityManager, { id, userId }: Submission, role: Membership, detail: Record<string, unknown>): Promise<void> {
    await this.audit.record(em, { action: 'kyc.submit', actorId: userId, actorRole: role, targetType: 'kyc', targetId: id, detail });
    await this.mail.queue(em, { letter: 'kyc-received', to: userId, data: {}, dedupeKey: `kyc-received:${id}` });
  }

  async approved(em: EntityManager, { id, userId }: Submission, adminId: string): Promise<void> {
    await this.audit.record(em, { action: 'kyc.approve', actorId: adminId, actorRole: 'admin', targetType: 'kyc', targetId: id, detail: { userId } });
    await this.mail.queue(em, { letter: 'kyc-approved', to: userId, data: {}, dedupeKey: `kyc-approved:${id}` });
  }

  async rejected(em: EntityManager, { id, userId }: Submission, adminId: string, reason: string): Promise<void> {
    await this.audit.record(em, { action: 'kyc.reject', actorId: adminId, actorRole: 'admin', targetType: 'kyc', targetId: id, detail: { userId, reason } });
    await this.mail.queue(em, { letter: 'kyc-rejected', to: userId, data: { reason }, dedupeKey: `kyc-rejected:${id}` });
  }
}
