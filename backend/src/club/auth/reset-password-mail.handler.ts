import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { HandlesOutbox, UndeliverableError, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { RESET_KIND } from './password-reset.service.js';

const payloadSchema = z.object({ v: z.literal(1), email: z.string() });

/** Mails a link to choose a new password where an account has the address. The link before it is cancelled. */
@Injectable()
@HandlesOutbox(RESET_KIND)
export class ResetPasswordMailHandler implements OutboxHandler<unknown> {
  constructor(
    private readonly em: EntityManager,
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
  ) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no request for a new password');
    await this.em.transactional(async (em) => {
      const [user] = await em.execute<{ id: string; email: string }[]>(
        `select id, email from users where lower(email) = ? and rejected_at is null for update`,
        [parsed.data.email],
      );
      // A request that comes twice must not cancel the link that its letter carries.
      if (!user || (await this.tokens.wasIssued(em, id))) return;
      await this.tokens.cancel(em, user.id, 'reset-password');
      const token = await this.tokens.issue(em, 'reset-password', { userId: user.id, email: user.email }, id);
      await this.mails.queue(em, {
        letter: 'reset-password',
        to: { address: user.email, userId: user.id },
        data: { token },
        dedupeKey: `reset-password:${id}`,
      });
    });
  }
}
