import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { HandlesOutbox, DeferDelivery, UndeliverableError, type OutboxContext, type OutboxHandler } from '../common/outbox/index.js';
import { AppConfig } from '../config/index.js';
import type { Letter } from './letters/letter.js';
import { isLetterName, letters, type LetterData, type LetterName } from './letters/letters.js';
import { renderLetter } from './letters/render.js';
import { answerLine, MailBounces } from './mail-bounces.js';
import { MailDeferred, MailRefused, MailServerAway } from './mail-failure.js';
import { MAIL_KIND } from './mail-outbox.js';
import { SignalReaders } from './preferences/signal-readers.js';
import { MailTransport, type OutgoingMail } from './mail-transport.js';

const payloadSchema = z.object({
  v: z.literal(1),
  deliveryId: z.uuid(),
  letter: z.custom<LetterName>((name) => typeof name === 'string' && isLetterName(name)),
  data: z.record(z.string(), z.unknown()),
});

interface Waiting {
  id: string;
  to: string | null;
  user_id: string | null;
  sent: boolean;
  refused: boolean;
  last_answer: string | null;
  behind: boolean;
}

/** How long a letter waits before it looks again whether those before it have left. */
const BEHIND_MS = 500;

const NOT_FOR_THEM = 'not sent: its reader may see no signals any more, or wants none by mail';

/** Sends one queued letter. What it throws tells the outbox whether to try again. */
@Injectable()
@HandlesOutbox(MAIL_KIND)
export class MailSender implements OutboxHandler<unknown> {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly transport: MailTransport,
    private readonly bounces: MailBounces,
    private readonly signalReaders: SignalReaders,
  ) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no letter');
    const { deliveryId, letter, data } = parsed.data;
    const waiting = await this.waiting(deliveryId);
    if (!waiting) throw new UndeliverableError('the delivery is gone');
    if (waiting.sent) return;
    // The worker died after it wrote the refusal down, and before the outbox knew.
    if (waiting.refused) throw new UndeliverableError(waiting.last_answer ?? 'refused');
    if (!waiting.to) throw new UndeliverableError('the recipient is gone');
    if (waiting.behind) throw new DeferDelivery(BEHIND_MS); // an earlier letter to the same person has not left
    if (await this.isOver(letter, waiting.user_id)) return this.note(deliveryId, 'refused_at = now(),', NOT_FOR_THEM);
    const parts = letters[letter].data.parse(data);
    const words = renderLetter(letter, parts as never, this.config.publicUrl);
    const unsubscribeUrl = letter === 'signal' ? (parts as LetterData<'signal'>).unsubscribeUrl : undefined;
    await this.note(deliveryId, 'sent_at = now(),', await this.send(waiting, { ...words, to: waiting.to, id, unsubscribeUrl }));
    if (waiting.user_id) await this.bounces.clear({ userId: waiting.user_id, address: waiting.to });
  }

  /** Whoever may have had the letter when it was written may have it no more: it goes to nobody. */
  private async isOver(letter: LetterName, userId: string | null): Promise<boolean> {
    const { topic }: Letter = letters[letter];
    return topic !== undefined && !(userId !== null && (await this.signalReaders.has(userId)));
  }

  private async send({ id, user_id: userId }: Waiting, mail: OutgoingMail): Promise<string> {
    try {
      return await this.transport.send(mail);
    } catch (error) {
      if (this.config.developmentMailbox && error instanceof MailServerAway) throw new DeferDelivery(BEHIND_MS); // the API, which keeps the mailbox, is still starting
      const refused = error instanceof MailRefused;
      const answer = (error as Error).message;
      await this.note(id, refused ? 'refused_at = now(),' : '', answer);
      if (userId && error instanceof MailDeferred) await this.bounces.note({ id: mail.id, userId, address: mail.to }, 'soft', answer);
      if (userId && refused && error.bounced) await this.bounces.note({ id: mail.id, userId, address: mail.to }, 'hard', answer);
      throw refused ? new UndeliverableError(answer) : error;
    }
  }

  /** Letters to one person leave in the order they were written, also after hours without a mail server. */
  private async waiting(deliveryId: string): Promise<Waiting | undefined> {
    const [row] = await this.em.execute<Waiting[]>(
      `select d.id, coalesce(d.address, u.email) as "to", d.user_id, d.sent_at is not null as sent, d.refused_at is not null as refused, d.last_answer,
         exists (
           select 1 from mail_deliveries e join outbox o on o.id = e.outbox_id
           where (e.user_id = d.user_id or e.address = d.address) and e.id < d.id
             and e.sent_at is null and e.refused_at is null and o.dead_at is null and o.sent_at is null
         ) as behind
       from mail_deliveries d left join users u on u.id = d.user_id where d.id = ?`,
      [deliveryId],
    );
    return row;
  }

  private async note(deliveryId: string, settle: '' | 'sent_at = now(),' | 'refused_at = now(),', answer: string): Promise<void> {
    await this.em.execute(`update mail_deliveries set ${settle} attempts = attempts + 1, last_answer = ? where id = ?`, [
      answerLine(answer),
      deliveryId,
    ]);
  }
}
