import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { HandlesOutbox, UndeliverableError, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { AccountRepository } from './account.repository.js';
import { RESEND_KIND } from './confirmation.service.js';
import { MailLinkService } from './mail-link.service.js';

const payloadSchema = z.object({ v: z.literal(1), email: z.string() });

/** Sends an unconfirmed account another confirmation email, or, if it has no password, a link to choose one. */
@Injectable()
@HandlesOutbox(RESEND_KIND)
export class ResendConfirmationHandler implements OutboxHandler<unknown> {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: AccountRepository,
    private readonly links: MailLinkService,
  ) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no request for a confirmation');
    await this.em.transactional(async (em) => {
      const user = await this.accounts.lockUnconfirmed(em, parsed.data.email, { admins: true });
      if (!user) return;
      const owner = { userId: user.id, email: user.email };
      await (user.hasPassword ? this.links.queueConfirmation(em, owner, id) : this.links.queueChoosePassword(em, owner, id));
    });
  }
}
