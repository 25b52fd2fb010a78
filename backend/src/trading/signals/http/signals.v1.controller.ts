import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, pageQuery, StepUp, withTotal, type Actor, type Page } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import type { ListedSignalWire } from '../../../platform/wire/index.js';
import { SignalMarkRepository } from '../marks/signal-mark.repository.js';
import { begun, SignalWithOutcomeQuery } from '../signal-with-outcome.query.js';
import { SignalsService } from '../signals.service.js';
import { signalBody, signalFilter, termsOf, type SignalBody, type SignalListFilter } from './signals.v1.dto.js';
import { presentSignal } from './signals.v1.presenter.js';

/** Routes of the specification. */
@ApiTags('signals')
@Controller()
export class SignalsV1Controller {
  constructor(
    private readonly signals: SignalsService,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly marks: SignalMarkRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('createsignal')
  @Access('signals.publish')
  @StepUp('recent')
  @ApiOperation({ summary: 'Publishes a signal to the trade club. It can be neither changed nor taken back' })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Makes a repeated request publish once (kept for 24 hours)' })
  async create(@CurrentActor() { userId }: Actor, @IdempotencyKey() key: string | null, @Body({ schema: signalBody }) body: SignalBody) {
    const terms = termsOf(body);
    const reference = await this.signals.referenceOf(terms);
    return this.idempotency.once({ userId, route: 'signals.create', key, request: body }, async (em) => {
      return answer('Signal created successfully', presentSignal(begun(await this.signals.publish(userId, terms, reference, em))));
    });
  }

  @Get('getsignal')
  @Access('signals')
  @ApiOperation({ summary: 'Signals, the newest first, for admins and for trade club members whose payment is approved' })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: pageQuery }) page: Page,
    @Query({ schema: signalFilter }) filter: SignalListFilter,
  ) {
    const { rows, total } = await this.signals.show(actor, page, filter);
    const stories = await this.stories.of(rows);
    const stances = await this.marks.findStances(
      actor.userId,
      rows.map(({ id }) => id),
    );
    return withTotal(
      answer(
        'Signals',
        stories.map((story): ListedSignalWire => ({ ...presentSignal(story), mark: stances.get(story.id) ?? null })),
      ),
      total,
    );
  }
}
