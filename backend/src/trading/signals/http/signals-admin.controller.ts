import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { signalChoices } from '../signal.form.js';
import { oddsOf } from '../signal-odds.js';
import { SignalRepository, signalSorts } from '../signal.repository.js';
import { pairOf, sides, textLimits } from '../signal.input.js';
import { phases } from '../signal-phase.query.js';
import { begun, SignalWithOutcomeQuery } from '../signal-with-outcome.query.js';
import { SignalsService } from '../signals.service.js';
import { newSignalBody, oddsBody, oddsTermsOf, termsOf, type OddsBody, type SignalBody } from './signals.v1.dto.js';
import { presentSignal } from './signals.v1.presenter.js';

const RESOURCE = 'signals';
const PAIR = 'asset must be a pair such as BTCUSDT';
const exactly = (name: 'timeFrame' | 'riskLevel') =>
  z.string(`${name} must be text`).max(textLimits[name], `${name} can have up to ${textLimits[name]} characters`);
const listRules = {
  sortable: signalSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    asset: z
      .string(PAIR)
      .max(45, PAIR)
      .transform((typed, context) => {
        const pair = pairOf(typed);
        if (pair) return pair;
        context.addIssue({ code: 'custom', message: PAIR });
        return z.NEVER;
      }),
    side: z.enum(sides, 'side must be long or short'),
    timeFrame: exactly('timeFrame'),
    riskLevel: exactly('riskLevel'),
    status: z.enum(phases, 'status must be running or ended'),
  },
};

/** Signals for the console: read and published, never changed. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class SignalsAdminController {
  constructor(
    private readonly signals: SignalsService,
    private readonly reader: SignalRepository,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('signals.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.reader.findPage(parsed);
    return listAnswer(RESOURCE, { rows: (await this.stories.of(rows)).map(presentSignal), total }, parsed.offset);
  }

  @Get('choices')
  @Access('signals.publish')
  choices() {
    return answer('What the form offers', signalChoices);
  }

  @Get(':id')
  @Access('signals.read')
  async one(@Param('id', { schema: idParam('signal') }) id: string) {
    const [story] = await this.stories.of([await this.reader.getById(id)]);
    return presentSignal(story!);
  }

  @Post('preview')
  @HttpCode(200)
  @Access('signals.publish')
  preview(@Body({ schema: oddsBody }) body: OddsBody) {
    return answer('What it stands to lose and to win', oddsOf(oddsTermsOf(body)));
  }

  @Post()
  @Access('signals.publish')
  @StepUp('recent')
  async create(@CurrentActor() { userId }: Actor, @IdempotencyKey() key: string | null, @Body({ schema: newSignalBody }) body: SignalBody) {
    const terms = termsOf(body);
    const reference = await this.signals.referenceOf(terms);
    return this.idempotency.once({ userId, route: 'admin.signals.create', key, request: body }, async (em) => {
      return presentSignal(begun(await this.signals.publish(userId, terms, reference, em)));
    });
  }
}
