import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { BroadcastMail, MailOutbox, type BroadcastText } from '../mail/index.js';
import { type FieldValues, type PersonalField, exampleValues, fillFields } from '../personal-fields/index.js';
import { BroadcastRepository } from './broadcast.repository.js';
import type { BroadcastKind } from './broadcast.types.js';

export interface Draft extends BroadcastText {
  kind: BroadcastKind;
}

/** `missing`: fields for which the person has no value, and the text no fallback. They stay as they were typed. */
export interface Preview {
  subject: string;
  html: string;
  text: string;
  missing: PersonalField[];
}

/** Marks the subject of a test email. */
const TEST_MARK = '[Test]';
const SUBJECT_LENGTH = 200;

/** Previews and tests broadcasts. */
@Injectable()
export class BroadcastDraftsService {
  constructor(
    private readonly em: EntityManager,
    private readonly broadcasts: BroadcastRepository,
    private readonly mails: BroadcastMail,
    private readonly outbox: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** The mail as a person would get it, with example values without one; its unsubscribe link is the admin's. Throws NotFound. */
  async preview(adminId: string, { kind, ...draft }: Draft, personId: string | null): Promise<Preview> {
    const { missing, ...text } = fill(draft, personId === null ? exampleValues : await this.broadcasts.fieldValues(personId));
    const mail = this.mails.render(text, { userId: adminId, news: kind === 'news' });
    return { subject: mail.subject, html: mail.html, text: mail.text, missing };
  }

  /** Sends it to the admin alone, marked as a test, with example values. */
  async sendToMyself(adminId: string, { kind, ...draft }: Draft): Promise<void> {
    const { subject, message } = fill(draft, exampleValues);
    const text = { subject: [...`${TEST_MARK} ${subject}`].slice(0, SUBJECT_LENGTH).join(''), message };
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

function fill({ subject, message }: BroadcastText, values: FieldValues): BroadcastText & { missing: PersonalField[] } {
  const filled = [fillFields(subject, values), fillFields(message, values)] as const;
  return { subject: filled[0].text, message: filled[1].text, missing: [...new Set([...filled[0].missing, ...filled[1].missing])] };
}
