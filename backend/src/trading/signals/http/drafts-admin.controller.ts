import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SignalDraftWire } from '../../../platform/wire/index.js';
import { Access, answer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { SignalDraftsService } from '../drafts/signal-drafts.service.js';
import { SignalsService } from '../signals.service.js';
import { newSignalBody, termsOf, type SignalBody } from './signals.v1.dto.js';

/** Drafts of signals, sent to the admin's own Telegram to be published from there. */
@ApiTags('admin')
@Controller('admin/signals/drafts')
export class DraftsAdminController {
  constructor(
    private readonly signals: SignalsService,
    private readonly drafts: SignalDraftsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @Access('signals.publish')
  @StepUp('explicit')
  async send(@CurrentActor() { userId }: Actor, @IdempotencyKey() key: string | null, @Body({ schema: newSignalBody }) body: SignalBody) {
    const terms = termsOf(body);
    await this.signals.referenceOf(terms);
    return this.idempotency.once({ userId, route: 'admin.signals.draft', key, request: body }, async (em) => {
      const { id, expiresAt } = await this.drafts.send(em, userId, terms);
      const data: SignalDraftWire = { id, expiresAt: expiresAt.toISOString() };
      return answer('Sent to your Telegram', data);
    });
  }
}
