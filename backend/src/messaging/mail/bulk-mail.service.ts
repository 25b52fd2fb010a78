import { Injectable } from '@nestjs/common';
import { BroadcastMail, type BroadcastText } from './broadcast-mail.service.js';
import { MailBounceRepository } from './mail-bounce.repository.js';
import { MailDeferred, MailRefused, MailServerAway } from './mail.errors.js';
import { BulkMailTransport, type OutgoingMail } from './mail-transport.client.js';

export interface BulkRecipient {
  /** Of the delivery: the mail's Message-ID on every try. */
  id: string;
  userId: string;
  /** Canonical. */
  address: string;
}

/**
 * The result of one try. `refused` is permanent, `deferred` concerns this recipient alone, `away` means that the mail server is
 * unavailable; `uncertain`: the mail may have been delivered nevertheless.
 */
export type BulkOutcome =
  | { outcome: 'sent' | 'deferred'; answer: string }
  | { outcome: 'refused'; answer: string; bounced: boolean }
  | { outcome: 'away'; answer: string; uncertain: boolean };

/** Sends broadcast mails, one recipient each, over connections of their own, so that no letter waits for them. Records bounces. */
@Injectable()
export class BulkMail {
  constructor(
    private readonly transport: BulkMailTransport,
    private readonly mails: BroadcastMail,
    private readonly bounces: MailBounceRepository,
  ) {}

  async send(recipient: BulkRecipient, text: BroadcastText, news: boolean): Promise<BulkOutcome> {
    const { unsubscribeUrl, ...letter } = this.mails.render(text, { userId: recipient.userId, news, deliveryId: recipient.id });
    const outcome = await this.attempt({ ...letter, id: recipient.id, to: recipient.address, ...(unsubscribeUrl && { unsubscribeUrl }) });
    if (outcome.outcome === 'sent') await this.bounces.clear(recipient);
    if (outcome.outcome === 'refused' && outcome.bounced) await this.bounces.record(recipient, 'hard', outcome.answer);
    if (outcome.outcome === 'deferred') await this.bounces.record(recipient, 'soft', outcome.answer);
    return outcome;
  }

  private async attempt(mail: OutgoingMail): Promise<BulkOutcome> {
    try {
      return { outcome: 'sent', answer: await this.transport.send(mail) };
    } catch (error) {
      const answer = (error as Error).message;
      if (error instanceof MailRefused) return { outcome: 'refused', answer, bounced: error.bounced };
      if (error instanceof MailDeferred) return { outcome: 'deferred', answer };
      if (error instanceof MailServerAway) return { outcome: 'away', answer, uncertain: error.uncertain };
      throw error;
    }
  }
}
