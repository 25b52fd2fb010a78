import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { HandlesOutbox, UndeliverableError, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { AccountRepository } from './account.repository.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { RESET_KIND } from './password-reset.service.js';

const payloadSchema = z.object({ v: z.literal(1), email: z.string() });

/** Emails a password reset link if an account has the address, and cancels the earlier links. */
@Injectable()
@HandlesOutbox(RESET_KIND)
export class ResetPasswordMailHandler implements OutboxHandler<unknown> {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: AccountRepository,
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
  ) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no request for a new password');
    await this.em.transactional(async (em) => {
      const user = await this.accounts.lockNotRejected(em, parsed.data.email);
      // A repeated request must not cancel the link in the email of its first run.
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
