import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { accountableBody, rejectionBody, reviewFilters } from '../../reviews/index.js';
import { KycDecisionsService } from '../kyc-decisions.service.js';
import { KycRevealsService } from '../kyc-reveals.service.js';
import { kycReviewConfig } from '../kyc-review.config.js';
import { reviewSorts } from '../kyc-submission.repository.js';
import { presentRevealed } from './kyc-admin.presenter.js';
import { queueFilters } from './kyc-queue.dto.js';
import { KycRecordsReader } from './kyc-records.reader.js';

const RESOURCE = 'kyc-reviews';
const submissionId = idParam('KYC submission');
const listRules = {
  sortable: reviewSorts,
  filters: { ...reviewFilters, ...queueFilters },
};
const rejection = rejectionBody(kycReviewConfig.name);
const revealing = z.strictObject({
  reason: z
    .string('Say why you need to see the key')
    .trim()
    .min(5, 'A reason needs at least 5 characters')
    .max(500, 'A reason can have up to 500 characters'),
});

/** Reviews of submissions in the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class KycAdminController {
  constructor(
    private readonly records: KycRecordsReader,
    private readonly decisions: KycDecisionsService,
    private readonly reveals: KycRevealsService,
  ) {}

  @Get()
  @Access('kyc.read')
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    return listAnswer(RESOURCE, await this.records.list(actor, parsed), parsed.offset);
  }

  @Get(':id')
  @Access('kyc.read')
  one(@CurrentActor() actor: Actor, @Param('id', { schema: submissionId }) id: string) {
    return this.records.one(actor, id);
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Access('kyc.decide')
  @StepUp('recent')
  async approve(@CurrentActor() actor: Actor, @Param('id', { schema: submissionId }) id: string) {
    await this.decisions.approve(actor.userId, { submissionId: id });
    return answer('KYC approved', await this.records.one(actor, id));
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Access('kyc.decide')
  @StepUp('recent')
  async reject(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: rejection }) { code, reason, outcome }: z.output<typeof rejection>,
  ) {
    await this.decisions.reject(actor.userId, { submissionId: id }, { code, reason, final: outcome === 'final' });
    return answer('KYC rejected', await this.records.one(actor, id));
  }

  @Post(':id/allow-retry')
  @HttpCode(200)
  @Access('kyc.decide')
  @StepUp('recent')
  async allowRetry(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: accountableBody }) { reason }: z.output<typeof accountableBody>,
  ) {
    await this.decisions.allowRetry(actor.userId, id, reason);
    return answer('The member may submit again', await this.records.one(actor, id));
  }

  @Post(':id/reveal')
  @HttpCode(200)
  @Access('kyc.reveal')
  @StepUp('explicit')
  async reveal(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: revealing }) { reason }: z.output<typeof revealing>,
  ) {
    return answer('The key in clear', presentRevealed(await this.reveals.reveal(userId, id, reason)));
  }
}
