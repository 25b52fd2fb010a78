import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { AmendmentsService } from '../amendments/amendments.service.js';
import { SignalAmendmentRepository } from '../amendments/signal-amendment.repository.js';
import { amendmentBody, type AmendmentBody } from './amendments.dto.js';
import { presentAmendment } from './amendments.presenter.js';

const signalId = idParam('signal');

/** Amendments of published signals, for admins. */
@ApiTags('admin')
@Controller('admin/signals/:id/amendments')
export class AmendmentsAdminController {
  constructor(
    private readonly service: AmendmentsService,
    private readonly amendments: SignalAmendmentRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('signals.read')
  async list(@Param('id', { schema: signalId }) id: string) {
    const may = await this.service.open(id);
    const found = (await this.amendments.findBySignals([id])).get(id) ?? [];
    return answer('Amendments', { may, amendments: found.map(presentAmendment) });
  }

  @Post()
  @Access('signals.publish')
  @StepUp('recent')
  async add(
    @CurrentActor() { userId }: Actor,
    @IdempotencyKey() key: string | null,
    @Param('id', { schema: signalId }) id: string,
    @Body({ schema: amendmentBody }) body: AmendmentBody,
  ) {
    const wish = { kind: body.kind, stop: body.stop ?? null };
    const price = await this.service.priceFor(id, wish);
    return this.idempotency.once({ userId, route: 'admin.signals.amend', key, request: { id, ...body } }, async (em) => {
      return answer('Amendment published', presentAmendment(await this.service.amend(em, userId, id, wish, price)));
    });
  }
}
