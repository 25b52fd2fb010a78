import { Injectable } from '@nestjs/common';
import { BroadcastMail, type BroadcastWords } from './broadcast-mail.js';
import { MailBounces } from './mail-bounces.js';
import { MailDeferred, MailRefused, MailServerAway } from './mail-failure.js';
import { BulkMailTransport, type OutgoingMail } from './mail-transport.js';

export interface BulkRecipient {
  /** Of the delivery: the mail's Message-ID on every try. */
  id: string;
  userId: string;
  /** Canonical. */
  address: string;
}

/**
 * What came of one try. `refused` is for good; `deferred` is about this recipient alone; `away` is about the mail server, and `uncertain` says that the
 * mail may have left all the same.
 */
export type BulkOutcome =
  | { outcome: 'sent' | 'deferred'; answer: string }
  | { outcome: 'refused'; answer: string; bounced: boolean }
  | { outcome: 'away'; answer: string; uncertain: boolean };

/** Sends broadcast mails, each in an envelope of its own, over connections that no letter waits for; remembers bounces. */
@Injectable()
export class BulkMail {
  constructor(
    private readonly transport: BulkMailTransport,
    private readonly mails: BroadcastMail,
    private readonly bounces: MailBounces,
  ) {}

  async send(recipient: BulkRecipient, words: BroadcastWords, news: boolean): Promise<BulkOutcome> {
    const { unsubscribeUrl, ...letter } = this.mails.render(words, { userId: recipient.userId, news });
    const outcome = await this.attempt({ ...letter, id: recipient.id, to: recipient.address, ...(unsubscribeUrl && { unsubscribeUrl }) });
    if (outcome.outcome === 'sent') await this.bounces.clear(recipient);
    if (outcome.outcome === 'refused' && outcome.bounced) await this.bounces.note(recipient, 'hard', outcome.answer);
    if (outcome.outcome === 'deferred') await this.bounces.note(recipient, 'soft', outcome.answer);
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
