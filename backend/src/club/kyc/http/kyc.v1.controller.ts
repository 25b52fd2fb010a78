import { Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../platform/domain/index.js';
import {
  Access,
  answer,
  CurrentActor,
  idParam,
  PageLanguage,
  pageQuery,
  readForm,
  StateChangingGet,
  StepUp,
  withTotal,
  type Actor,
  type Page,
} from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { FileLinksService, UploadLimitsService } from '../../files/index.js';
import { submittingMember } from '../../reviews/index.js';
import { KycDecisionsService } from '../kyc-decisions.service.js';
import { KycResubmissionsService } from '../kyc-resubmissions.service.js';
import { KycReviewsService } from '../kyc-reviews.service.js';
import { KycService } from '../kyc.service.js';
import { askedFiles, kycFields, kycFiles, noFields } from './kyc.v1.dto.js';
import { presentOwn, presentPending, presentSubmitted, presentVerified } from './kyc.v1.presenter.js';

@ApiTags('kyc')
@Controller()
export class KycV1Controller {
  constructor(
    private readonly kyc: KycService,
    private readonly decisions: KycDecisionsService,
    private readonly resubmissions: KycResubmissionsService,
    private readonly reviews: KycReviewsService,
    private readonly links: FileLinksService,
    private readonly uploads: UploadLimitsService,
    private readonly config: AppConfig,
  ) {}

  @Post('createkyc')
  @Access('member')
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Submits documents and exchange credentials for review' })
  create(@CurrentActor() actor: Actor, @Req() request: FastifyRequest) {
    return this.uploads.run(actor.userId, request.ip, async () => {
      const member = submittingMember(actor);
      const { fields, files } = await readForm(request, {
        fields: kycFields(member.membership, this.config.exchange.venues),
        files: kycFiles,
      });
      const submitted = await this.kyc.submit(member, fields, {
        idCard: files.idCard!.buffer,
        proofOfAddress: files.proofOfAddress!.buffer,
      });
      return presentSubmitted(submitted);
    });
  }

  @Post('me/kyc/document')
  @HttpCode(200)
  @Access('member')
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Sends the one document that is asked for again' })
  resubmit(@CurrentActor() actor: Actor, @Req() request: FastifyRequest) {
    return this.uploads.run(actor.userId, request.ip, async () => {
      const { files } = await readForm(request, { fields: noFields, files: askedFiles });
      const { idCard, proofOfAddress } = files;
      await this.resubmissions.answer(submittingMember(actor), {
        ...(idCard && { idCard: idCard.buffer }),
        ...(proofOfAddress && { proofOfAddress: proofOfAddress.buffer }),
      });
      return answer('Document received', { kycStatus: 'pending' });
    });
  }

  @Get('getpendingkyc')
  @Access('kyc.read')
  pending(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) page: Page) {
    return this.pendingAnswer('Submissions that wait for review', actor, page);
  }

  @Get('approvekyc/:userId')
  @Access('kyc.decide')
  @StepUp('recent')
  @StateChangingGet()
  async approve(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: idParam('user') }) userId: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    await this.decisions.approve(actor.userId, { userId });
    return this.pendingAnswer('KYC approved', actor, page);
  }

  @Get('rejectkyc/:userId')
  @Access('kyc.decide')
  @StepUp('recent')
  @StateChangingGet()
  async reject(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: idParam('user') }) userId: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    await this.decisions.reject(actor.userId, { userId });
    return this.pendingAnswer('KYC rejected', actor, page);
  }

  @Get('getlistkyc')
  @Access('users.read')
  async verified(@Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = await this.reviews.verifiedMembers(page);
    return withTotal(answer('Members with approved KYC', rows.map(presentVerified)), total);
  }

  @Get('me/kyc')
  @Access('member')
  async own(@CurrentActor() actor: Actor, @PageLanguage() language: Language | null) {
    return answer('Your verification', presentOwn(await this.reviews.latestOf(actor.userId), language));
  }

  private async pendingAnswer(message: string, actor: Actor, page: Page) {
    const { rows, total } = await this.reviews.pendingOldestFirst(page);
    const linkOf = (fileId: string) => this.links.linkFor(fileId, actor);
    return withTotal(
      answer(
        message,
        rows.map((review) => presentPending(review, linkOf)),
      ),
      total,
    );
  }
}
