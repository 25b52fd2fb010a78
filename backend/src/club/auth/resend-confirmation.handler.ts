import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { HandlesOutbox, UndeliverableError, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { NO_PASSWORD } from '../../platform/crypto/index.js';
import { ChoosePasswordMails } from './choose-password-mails.js';
import { MailLinkService } from './mail-link.service.js';
import { RESEND_KIND } from './confirmation.service.js';

const payloadSchema = z.object({ v: z.literal(1), email: z.string() });

/** Sends another confirmation email where an account waits for one, or the link to choose a password where it has none. */
@Injectable()
@HandlesOutbox(RESEND_KIND)
export class ResendConfirmationHandler implements OutboxHandler<unknown> {
  constructor(
    private readonly em: EntityManager,
    private readonly confirmations: MailLinkService,
    private readonly passwords: ChoosePasswordMails,
  ) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no request for a confirmation');
    await this.em.transactional(async (em) => {
      const [user] = await em.execute<{ id: string; email: string; hash: string }[]>(
        `select id, email, password_hash as hash from users where lower(email) = ? and email_confirmed_at is null and rejected_at is null for update`,
        [parsed.data.email],
      );
      if (!user) return;
      const mails = user.hash === NO_PASSWORD ? this.passwords : this.confirmations;
      await mails.queue(em, { userId: user.id, email: user.email }, id);
    });
  }
}
