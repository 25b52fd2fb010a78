import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Access, answer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import type { Answer, QueuedBroadcastWire } from '../../../platform/wire/index.js';
import { BroadcastsService } from '../broadcasts.service.js';
import { sendUserEmailBody, type SendUserEmailBody } from './broadcasts.dto.js';

/** The specification's way to write to users. */
@Controller()
export class BroadcastsV1Controller {
  constructor(
    private readonly broadcasts: BroadcastsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('senduseremail')
  @HttpCode(202)
  @Access('broadcasts.send')
  @StepUp('recent')
  async send(
    @CurrentActor() { userId }: Actor,
    @IdempotencyKey() key: string | null,
    @Body({ schema: sendUserEmailBody }) body: SendUserEmailBody,
  ): Promise<Answer<QueuedBroadcastWire>> {
    await this.broadcasts.takeTurn(userId);
    return this.idempotency.once({ userId, route: 'senduseremail', key, request: body }, async (em) => {
      const { id, queued } = await this.broadcasts.create(em, userId, {
        recipients: body.user,
        kind: null,
        subject: body.subject,
        message: body.message,
      });
      return answer('Your email is on its way', { queued, broadcastId: id });
    });
  }
}
