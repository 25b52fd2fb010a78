import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { BroadcastMail, MailOutbox, type BroadcastText } from '../mail/index.js';
import type { BroadcastKind } from './broadcast.types.js';

export interface Draft extends BroadcastText {
  kind: BroadcastKind;
}

/** Previews broadcasts. */
@Injectable()
export class BroadcastDraftsService {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: BroadcastMail,
    private readonly outbox: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** The mail as this admin would get it. */
  preview(adminId: string, { kind, ...draft }: Draft): { subject: string; html: string; text: string } {
    const mail = this.mails.render(draft, { userId: adminId, news: kind === 'news' });
    return { subject: mail.subject, html: mail.html, text: mail.text };
  }

  /** Sends it to the admin alone. */
  async sendToMyself(adminId: string, { kind, ...text }: Draft): Promise<void> {
    const { unsubscribeUrl } = this.mails.render(text, { userId: adminId, news: kind === 'news' });
    await this.em.transactional(async (em) => {
      await this.outbox.queue(em, {
        letter: 'broadcast',
        to: adminId,
        data: { ...text, unsubscribeUrl },
        dedupeKey: `broadcast-test:${uuidv7()}`,
      });
      await this.audit.record(em, {
        action: 'broadcast.test',
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'user',
        targetId: adminId,
      });
    });
  }
}
