import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock } from '../../../platform/domain/index.js';
import {
  DeferDelivery,
  HandlesOutbox,
  UndeliverableError,
  type OutboxContext,
  type OutboxHandler,
} from '../../../platform/outbox/index.js';
import { TelegramApiClient } from './telegram-api.client.js';
import { DELETE_MESSAGE } from './telegram-erasure.service.js';
import { judgementOf, retrySeconds } from './telegram-outcome.rules.js';
import { TelegramPacer } from './telegram-pacer.service.js';

const payloadSchema = z.object({ chat: z.string(), message: z.string(), until: z.iso.datetime() });

/**
 * Deletes one message of a person who asked to be erased. It may be repeated: a message that is gone is refused. What Telegram refuses
 * stays there, and nothing of it is kept here.
 */
@Injectable()
@HandlesOutbox(DELETE_MESSAGE)
export class TelegramMessageRemoval implements OutboxHandler<unknown> {
  private readonly log = new Logger('Telegram');

  constructor(
    private readonly config: AppConfig,
    private readonly api: TelegramApiClient,
    private readonly pacer: TelegramPacer,
    private readonly clock: Clock,
  ) {}

  async handle(payload: unknown, { createdAt }: OutboxContext): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no message');
    const { chat, message, until } = parsed.data;
    const now = this.clock.now();
    // The bot's token was taken out, or Telegram would refuse.
    if (!this.config.telegram || now >= new Date(until)) return;
    const seconds = await this.pacer.next();
    if (seconds > 0) throw new DeferDelivery(seconds * 1000);
    const answer = await this.api.delete(chat, message);
    if (answer.kind === 'done') return;
    const { outcome, blockSeconds } = judgementOf(answer, 'delete', 0);
    if (blockSeconds !== undefined) await this.pacer.block(blockSeconds);
    if (outcome.outcome === 'failed_permanent') {
      this.log.warn({ answer: outcome.answer }, 'a message of an erased account could not be deleted');
      return;
    }
    const waits = Math.max(blockSeconds ?? 0, retrySeconds(triesSince(createdAt, now)));
    throw new DeferDelivery(waits * 1000);
  }
}

/** A deferred message counts no tries: the waits follow from its age. */
const triesSince = (createdAt: Date, now: Date): number => {
  const seconds = (now.getTime() - createdAt.getTime()) / 1000;
  let tries = 1;
  for (let waited = retrySeconds(1); waited <= seconds && tries < 6; tries++) waited += retrySeconds(tries + 1);
  return tries;
};
