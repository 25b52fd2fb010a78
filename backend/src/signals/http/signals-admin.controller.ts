import { Body, Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../common/http/index.js';
import { Idempotency, IdempotencyKey } from '../../common/idempotency/index.js';
import { SignalReader, signalSorts } from '../signal-reader.js';
import { pairOf, sides } from '../signal-terms.js';
import { SignalsService } from '../signals.service.js';
import { newSignalBody, termsOf, type SignalBody } from './signals.v1.dto.js';
import { presentSignal } from './signals.v1.presenter.js';

const RESOURCE = 'signals';
const PAIR = 'asset must be a pair such as BTCUSDT';
const listRules = {
  sortable: signalSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q may have 100 characters at most'),
    asset: z.string(PAIR).max(45, PAIR).transform((typed, context) => {
      const pair = pairOf(typed);
      if (pair) return pair;
      context.addIssue({ code: 'custom', message: PAIR });
      return z.NEVER;
    }),
    side: z.enum(sides, 'side must be long or short'),
  },
};

/** The console's face of the signals: read and published, never changed. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class SignalsAdminController {
  constructor(
    private readonly signals: SignalsService,
    private readonly reader: SignalReader,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('admin')
  @Header('cache-control', 'no-store')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.reader.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentSignal), total }, parsed.offset);
  }

  @Get(':id')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async one(@Param('id', { schema: idParam('signal') }) id: string) {
    return presentSignal(await this.reader.one(id));
  }

  @Post()
  @Access('admin')
  create(@CurrentActor() { userId }: Actor, @IdempotencyKey() key: string | null, @Body({ schema: newSignalBody }) body: SignalBody) {
    return this.idempotency.once({ userId, route: 'admin.signals.create', key, request: body }, async (em) => {
      return presentSignal(await this.signals.publish(userId, termsOf(body), em));
    });
  }
}
