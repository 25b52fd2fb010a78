import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { letters, type LetterData, type LetterName } from './letters/letters.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';

/** The outbox kind that MailSender handles. */
export const MAIL_KIND = 'mail.send';

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
  ) {}

  /** Queues a letter in the transaction of `em`: it is sent if, and only if, that commits. The payload is sealed. */
  async queue<N extends LetterName>(em: EntityManager, { letter, to, data, dedupeKey }: QueuedLetter<N>): Promise<void> {
    const { address, userId } = typeof to === 'string' ? { address: null, userId: to } : to;
    const deliveryId = uuidv7();
    const payload = { v: 1, deliveryId, letter, data: letters[letter].data.parse(data) };
    const outboxId = await this.outbox.add(em, { kind: MAIL_KIND, dedupeKey: `mail:${dedupeKey}`, payload });
    await this.deliveries.insert(em, { id: deliveryId, outboxId, letter, address, userId });
  }
}
