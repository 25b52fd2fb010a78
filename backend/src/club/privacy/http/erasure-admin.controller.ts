import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { ErasureDecisionsService } from '../erasure/erasure-decisions.service.js';
import { ErasureReviewRepository, erasureSorts } from '../erasure/erasure-review.repository.js';
import { erasureStates } from '../privacy.entities.js';
import { presentReview } from './privacy.presenter.js';

const RESOURCE = 'erasure-requests';
const requestId = idParam('erasure request');
const listRules = {
  sortable: erasureSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    state: z.enum(erasureStates, `state must be one of ${erasureStates.join(', ')}`),
    userId: z.uuid('userId must be an id'),
  },
};
const REASON = 'Say why, in 5 to 1000 characters: the member reads it';
const decision = z
  .strictObject({
    decision: z.enum(['complete', 'refuse'], 'decision must be complete or refuse'),
    reason: z.string(REASON).trim().min(5, REASON).max(1000, REASON).optional(),
  })
  .refine((body) => body.decision === 'complete' || body.reason !== undefined, { path: ['reason'], message: REASON });

/** Erasure requests, for the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class ErasureAdminController {
  constructor(
    private readonly reviews: ErasureReviewRepository,
    private readonly decisions: ErasureDecisionsService,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @Access('erasure.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.reviews.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map((row) => presentReview(row, this.config.retention)), total }, parsed.offset);
  }

  @Get(':id')
  @Access('erasure.read')
  async one(@Param('id', { schema: requestId }) id: string) {
    return presentReview(await this.reviews.get(id), this.config.retention);
  }

  @Post(':id/decide')
  @HttpCode(200)
  @Access('erasure.decide')
  @StepUp('recent')
  async decide(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: requestId }) id: string,
    @Body({ schema: decision }) body: z.output<typeof decision>,
  ) {
    const isComplete = body.decision === 'complete';
    await (isComplete ? this.decisions.complete(userId, id) : this.decisions.refuse(userId, id, body.reason ?? ''));
    return answer(isComplete ? 'The account is closed, and what is kept has its last day' : 'The request is refused', await this.one(id));
  }
}
