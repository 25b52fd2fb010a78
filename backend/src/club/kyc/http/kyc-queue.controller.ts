import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, CurrentActor, idParam, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import {
  checkBody,
  claimBody,
  consoleDecisionBody,
  presentClaimed,
  presentWatch,
  ReviewChecksService,
  ReviewClaimsService,
  reviewFilters,
  ReviewViewersService,
  visitBody,
} from '../../reviews/index.js';
import { KycConsoleDecisionsService } from '../kyc-console-decisions.service.js';
import { kycReviewConfig } from '../kyc-review.config.js';
import { KycReviewsService } from '../kyc-reviews.service.js';
import { presentCounts } from './kyc-admin.presenter.js';
import { queueFilters } from './kyc-queue.dto.js';
import { KycRecordsReader } from './kyc-records.reader.js';

const submissionId = idParam('KYC submission');
const decisionBody = consoleDecisionBody(kycReviewConfig.name);
const countRules = { sortable: ['submittedAt'] as const, filters: { q: reviewFilters.q, ...queueFilters } };

/** How reviewers share out the submissions that wait. */
@ApiTags('admin')
@Controller('admin/kyc-reviews')
export class KycQueueController {
  constructor(
    private readonly reviews: KycReviewsService,
    private readonly claims: ReviewClaimsService,
    private readonly viewers: ReviewViewersService,
    private readonly checks: ReviewChecksService,
    private readonly decisions: KycConsoleDecisionsService,
    private readonly records: KycRecordsReader,
  ) {}

  @Get('counts')
  @Access('kyc.read')
  async counts(@Query() query: Record<string, string | undefined>) {
    return answer('What waits', presentCounts(await this.reviews.counts(parseListQuery(query, countRules).filter)));
  }

  @Post(':id/claim')
  @HttpCode(200)
  @Access('kyc.decide')
  async claim(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: claimBody }) { visit, takeOver }: z.output<typeof claimBody>,
  ) {
    const claimed = await this.claims.claim(kycReviewConfig, { adminId: userId, submissionId: id, visit }, { takeOver });
    return answer('Who reviews this', presentClaimed(claimed, userId));
  }

  @Post(':id/decision')
  @HttpCode(200)
  @Access('kyc.decide')
  @StepUp('recent')
  async decide(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: decisionBody }) decision: z.output<typeof decisionBody>,
  ) {
    await this.decisions.decide(actor.userId, id, decision);
    return answer('Decided. It can be undone for a moment', await this.records.one(actor, id));
  }

  @Post(':id/check')
  @HttpCode(200)
  @Access('kyc.decide')
  async check(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: checkBody }) check: z.output<typeof checkBody>,
  ) {
    return answer('What you have checked', await this.checks.mark(kycReviewConfig, { adminId: userId, submissionId: id }, check));
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Access('kyc.decide')
  async undo(@CurrentActor() actor: Actor, @Param('id', { schema: submissionId }) id: string) {
    await this.decisions.undo(actor.userId, id);
    return answer('Undone: nothing has changed', await this.records.one(actor, id));
  }

  @Post(':id/watch')
  @HttpCode(200)
  @Access('kyc.read')
  async watch(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: visitBody }) { visit }: z.output<typeof visitBody>,
  ) {
    return answer(
      'Who looks at this',
      presentWatch(await this.viewers.watch(kycReviewConfig, { adminId: userId, submissionId: id, visit }), userId),
    );
  }

  @Post(':id/leave')
  @HttpCode(200)
  @Access('kyc.read')
  async leave(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: visitBody }) { visit }: z.output<typeof visitBody>,
  ) {
    await this.claims.leave(kycReviewConfig, { adminId: userId, submissionId: id, visit });
    return answer('You have left', null);
  }
}
