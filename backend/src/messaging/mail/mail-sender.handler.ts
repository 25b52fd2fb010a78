import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, DeferDelivery, UndeliverableError, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { DEFAULT_LANGUAGE, languageOf, type Language } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import type { EmailKind } from '../preferences/index.js';
import { LetterNotifications } from './letter-notifications.service.js';
import { kindOfLetter, type Letter } from './letters/letter.types.js';
import { isLetterName, letters, type LetterName } from './letters/letters.js';
import { renderLetter } from './letters/render.js';
import { MailBounceRepository } from './mail-bounce.repository.js';
import { MailDeliveryRepository, type WaitingDelivery } from './mail-delivery.repository.js';
import { MailDeferred, MailRefused, MailServerAway } from './mail.errors.js';
import { MAIL_KIND } from './mail-outbox.service.js';
import { MailTransport, type OutgoingMail } from './mail-transport.client.js';

const payloadSchema = z.object({
  v: z.literal(1),
  deliveryId: z.uuid(),
  letter: z.custom<LetterName>((name) => typeof name === 'string' && isLetterName(name)),
  data: z.record(z.string(), z.unknown()),
});

/** The least delay before a letter checks again whether earlier letters to the same person were sent. */
const RECHECK_MS = 500;

/**
 * The language of the recipient's account; without an account, the one that the letter's data name. Administrators get English: the console
 * has no other.
 */
const readersLanguage = (letter: Letter, data: Record<string, unknown>, { userId, role, language }: WaitingDelivery): Language => {
  if (userId === null) return letter.languageOf?.(data) ?? DEFAULT_LANGUAGE;
  return (role === 'admin' ? null : languageOf(language)) ?? DEFAULT_LANGUAGE;
};

/** Sends one queued letter. The class of its error decides whether the outbox tries again. */
@Injectable()
@HandlesOutbox(MAIL_KIND)
export class MailSender implements OutboxHandler<unknown> {
  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly config: AppConfig,
    private readonly transport: MailTransport,
    private readonly bounces: MailBounceRepository,
    private readonly notifications: LetterNotifications,
  ) {}

  /** Letters to one person leave in the order they were written. */
  lanesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.deliveries.findRecipients(ids);
  }

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no letter');
    const { deliveryId, letter, data } = parsed.data;
    const waiting = await this.deliveries.findWaiting(deliveryId);
    if (!waiting) throw new UndeliverableError('the delivery is gone');
    if (waiting.sent) return;
    // The worker died after recording the refusal and before the outbox was told.
    if (waiting.refused) throw new UndeliverableError(waiting.lastAnswer ?? 'refused');
    if (!waiting.to) throw new UndeliverableError('the recipient is gone');
    // Not before the earlier letter is tried: while the mail server is away, thousands would ask in vain.
    if (waiting.behindMs !== null) throw new DeferDelivery(Math.max(0, waiting.behindMs) + RECHECK_MS);
    const definition: Letter = letters[letter];
    const parts = definition.data.parse(data);
    const kind = kindOfLetter(definition, parts);
    const member = kind && waiting.role !== 'admin' ? waiting.userId : null;
    if (member && !(await this.isDue(deliveryId, member, kind!))) return;
    const footer = member ? this.notifications.footerOf(member, kind!) : null;
    const words = renderLetter(letter, parts as never, this.config.publicUrl, readersLanguage(definition, parts, waiting), footer);
    const unsubscribeUrl = footer?.unsubscribeUrl || undefined;
    await this.deliveries.recordAttempt(deliveryId, 'sent', await this.send(waiting, { ...words, to: waiting.to, id, unsubscribeUrl }));
    if (waiting.userId && waiting.hasBounced) await this.bounces.clear({ userId: waiting.userId, address: waiting.to });
  }

  /**
   * Whether a letter may leave now. One whose reader has lost access to signals, or turned such emails off since it was written, is
   * settled. One that quiet hours hold is put off, and later letters do not wait for it.
   */
  private async isDue(deliveryId: string, userId: string, kind: EmailKind): Promise<boolean> {
    const { refusal, heldUntil, waitMs } = await this.notifications.judge(userId, kind);
    if (refusal !== null) await this.deliveries.recordAttempt(deliveryId, 'refused', refusal);
    if (heldUntil === null) return refusal === null;
    await this.deliveries.hold(deliveryId, heldUntil);
    throw new DeferDelivery(Math.max(waitMs, RECHECK_MS));
  }

  private async send({ id, userId }: WaitingDelivery, mail: OutgoingMail): Promise<string> {
    try {
      return await this.transport.send(mail);
    } catch (error) {
      // The API, which serves the development mailbox, is still starting.
      if (this.config.developmentMailbox && error instanceof MailServerAway) throw new DeferDelivery(RECHECK_MS);
      const refused = error instanceof MailRefused;
      const answer = (error as Error).message;
      await this.deliveries.recordAttempt(id, refused ? 'refused' : 'failed', answer);
      if (userId && error instanceof MailDeferred) await this.bounces.record({ id: mail.id, userId, address: mail.to }, 'soft', answer);
      if (userId && refused && error.bounced) await this.bounces.record({ id: mail.id, userId, address: mail.to }, 'hard', answer);
      throw refused ? new UndeliverableError(answer) : error;
    }
  }
}
