import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { uuidv7 } from '../common/domain/index.js';
import { BroadcastMail, MailOutbox, type BroadcastWords } from '../mail/index.js';
import type { BroadcastKind } from './broadcast-terms.js';

export interface Draft extends BroadcastWords {
  kind: BroadcastKind;
}

/** Looks at a broadcast before anybody gets it. */
@Injectable()
export class BroadcastDrafts {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: BroadcastMail,
    private readonly outbox: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** The mail as this admin would get it. */
  preview(adminId: string, { kind, ...words }: Draft): { subject: string; html: string; text: string } {
    const { subject, html, text } = this.mails.render(words, { userId: adminId, news: kind === 'news' });
    return { subject, html, text };
  }

  /** Sends it to the admin alone. */
  async sendToMyself(adminId: string, { kind, ...words }: Draft): Promise<void> {
    const { unsubscribeUrl } = this.mails.render(words, { userId: adminId, news: kind === 'news' });
    await this.em.transactional(async (em) => {
      await this.outbox.queue(em, {
        letter: 'broadcast',
        to: adminId,
        data: { ...words, unsubscribeUrl },
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
