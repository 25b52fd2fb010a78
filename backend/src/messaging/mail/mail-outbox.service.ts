import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { Notices } from '../notices/index.js';
import { noticeFacts } from './letters/letter-notices.rules.js';
import { letters, type LetterData, type LetterName } from './letters/letters.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';

/** The outbox kind that MailSender handles. */
export const MAIL_KIND = 'mail.send';

const WITHDRAWN = 'not sent: what it was about is no longer visible';

export interface QueuedLetter<N extends LetterName> {
  letter: N;
  /**
   * A user's id: the letter goes to their address of the moment it leaves. Or an address in canonical form, with its user where there is
   * one.
   */
  to: string | { address: string; userId: string | null };
  data: LetterData<N>;
  /** A second letter with the same key is dropped: `kyc-approved:{submissionId}`. */
  dedupeKey: string;
}

@Injectable()
export class MailOutbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly deliveries: MailDeliveryRepository,
    private readonly notices: Notices,
  ) {}

  /**
   * Queues a letter in the transaction of `em`: it is sent if, and only if, that commits. The payload is sealed. Its member is told in the
   * notification centre too, whatever they chose about emails.
   */
  queue<N extends LetterName>(em: EntityManager, letter: QueuedLetter<N>): Promise<void> {
    return this.queueAll(em, [letter]);
  }

  /** As `queue`, in order and in few statements. */
  async queueAll<N extends LetterName>(em: EntityManager, queued: readonly QueuedLetter<N>[]): Promise<void> {
    const drafts = queued.map(({ letter, to, data, dedupeKey }) => {
      const id = uuidv7();
      const parsed = letters[letter].data.parse(data) as LetterData<N>;
      const payload = { v: 1, deliveryId: id, letter, data: parsed };
      const recipient = typeof to === 'string' ? { address: null, userId: to } : to;
      const facts = noticeFacts(letter, parsed);
      const notice = facts && recipient.userId !== null ? { userId: recipient.userId, kind: letter, facts, dedupeKey } : null;
      return { notice, delivery: { id, letter, ...recipient }, message: { kind: MAIL_KIND, dedupeKey: `mail:${dedupeKey}`, payload } };
    });
    const outboxIds = await this.outbox.addAll(
      em,
      drafts.map(({ message }) => message),
    );
    await this.deliveries.insertAll(
      em,
      drafts.map(({ delivery }, index) => ({ ...delivery, outboxId: outboxIds[index]! })),
    );
    await this.notices.tell(
      em,
      drafts.flatMap(({ notice }) => (notice ? [notice] : [])),
    );
  }

  /** Takes back a letter to a user and its notice, as far as they have not left. The notification centre forgets it in any case. */
  async withdraw(em: EntityManager, userId: string, dedupeKey: string): Promise<void> {
    const outboxId = await this.outbox.cancel(em, `mail:${dedupeKey}`);
    if (outboxId !== null) await this.deliveries.withdraw(em, outboxId, WITHDRAWN);
    await this.notices.withdraw(em, userId, dedupeKey);
  }
}
