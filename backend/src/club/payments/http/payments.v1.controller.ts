import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
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
import { QuotesService } from '../../../money/invoice-payments/index.js';
import { FileLinksService, UploadLimitsService } from '../../files/index.js';
import { submittingMember } from '../../reviews/index.js';
import { PaymentDecisionsService } from '../payment-decisions.service.js';
import { PaymentsService } from '../payments.service.js';
import { SubscriptionInvoicesService } from '../subscription-invoices.service.js';
import { SubscriptionSettings } from '../subscription.settings.js';
import { paymentFields, paymentFiles } from './payments.v1.dto.js';
import { presentOwn, presentPending, presentSubscription } from './payments.v1.presenter.js';

@ApiTags('payments')
@Controller()
export class PaymentsV1Controller {
  constructor(
    private readonly payments: PaymentsService,
    private readonly decisions: PaymentDecisionsService,
    private readonly subscription: SubscriptionSettings,
    private readonly links: FileLinksService,
    private readonly uploads: UploadLimitsService,
    private readonly invoices: SubscriptionInvoicesService,
    private readonly quotes: QuotesService,
  ) {}

  @Post('createpayment')
  @Access('member')
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Submits a proof of payment for review' })
  create(@CurrentActor() actor: Actor, @Req() request: FastifyRequest) {
    return this.uploads.run(actor.userId, request.ip, async () => {
      const member = submittingMember(actor);
      const rules = { fields: paymentFields(member.membership, this.subscription.feeOf(member.membership)), files: paymentFiles };
      const { fields, files } = await readForm(request, rules);
      const { status } = await this.payments.submit(member, fields, files.proofOfPayment!.buffer);
      return answer('Payment success apply wait for approval', { paymentStatus: status });
    });
  }

  @Get('getpendingpayment')
  @Access('payments.read')
  pending(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) page: Page) {
    return this.pendingAnswer('Payments that wait for review', actor, page);
  }

  @Get('approvepayment/:userId')
  @Access('payments.decide')
  @StepUp('recent')
  @StateChangingGet()
  async approve(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: idParam('user') }) userId: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    await this.decisions.approve(actor.userId, { userId });
    return this.pendingAnswer('Payment approved', actor, page);
  }

  @Get('rejectpayment/:userId')
  @Access('payments.decide')
  @StepUp('recent')
  @StateChangingGet()
  async reject(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: idParam('user') }) userId: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    await this.decisions.reject(actor.userId, { userId });
    return this.pendingAnswer('Payment rejected', actor, page);
  }

  @Get('me/payment')
  @Access('member')
  async own(@CurrentActor() actor: Actor, @PageLanguage() language: Language | null) {
    return answer('Your payment', presentOwn(await this.payments.latestOf(actor.userId), language));
  }

  @Get('me/subscription')
  @Access('member')
  async fee(@CurrentActor() actor: Actor) {
    const { membership } = submittingMember(actor);
    const invoiceId = (await this.quotes.offered()).length > 0 ? await this.invoices.openInvoiceId(actor.userId) : null;
    const fee = this.subscription.feeOf(membership);
    return answer('Your subscription', presentSubscription(membership, fee, await this.subscription.wallets(), invoiceId));
  }

  private async pendingAnswer(message: string, actor: Actor, page: Page) {
    const { rows, total } = await this.payments.pendingOldestFirst(page);
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
