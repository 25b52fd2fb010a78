import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { TransactionEvidenceService, type ChainEvidence } from '../../../money/invoice-payments/index.js';
import { memberships } from '../../../platform/domain/index.js';
import { scaled } from '../../../platform/domain/scaled.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { FileLinksService } from '../../files/index.js';
import {
  accountableBody,
  presentWatch,
  rejectionBody,
  ReviewCaseReader,
  reviewFilters,
  ReviewViewersService,
  visitBody,
} from '../../reviews/index.js';
import { PaymentDecisionsService } from '../payment-decisions.service.js';
import { canonicalTxid } from '../payment.form.js';
import { paymentReviewConfig } from '../payment-review.config.js';
import { paymentSorts, type PaymentReview } from '../payment.repository.js';
import { PaymentsService } from '../payments.service.js';
import { SubscriptionSettings } from '../subscription.settings.js';
import { presentPayment, presentPaymentDetail } from './payments-admin.presenter.js';

const RESOURCE = 'payments';
const paymentId = idParam('payment');
const listRules = {
  sortable: paymentSorts,
  filters: {
    ...reviewFilters,
    membership: z.enum(memberships, 'membership must be trade club or hedge fund'),
    txid: z.string('txid must be text').transform((text, context) => {
      const txid = canonicalTxid(text);
      if (txid !== null) return txid;
      context.addIssue({ code: 'custom', message: 'txid must be a transaction id' });
      return z.NEVER;
    }),
  },
};
const rejection = rejectionBody(paymentReviewConfig.name);

/** Payments in the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class PaymentsAdminController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly decisions: PaymentDecisionsService,
    private readonly links: FileLinksService,
    private readonly subscription: SubscriptionSettings,
    private readonly desk: ReviewCaseReader,
    private readonly presences: ReviewViewersService,
    private readonly transactions: TransactionEvidenceService,
  ) {}

  @Get()
  @Access('payments.read')
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.payments.list(parsed);
    const viewers = await this.presences.others(
      paymentReviewConfig,
      rows.map(({ id }) => id),
      actor.userId,
    );
    return listAnswer(
      RESOURCE,
      { rows: rows.map((payment) => presentPayment(payment, this.linksFor(actor), viewers.get(payment.id))), total },
      parsed.offset,
    );
  }

  @Get(':id')
  @Access('payments.read')
  async one(@CurrentActor() actor: Actor, @Param('id', { schema: paymentId }) id: string) {
    return this.detail(actor, id, async ({ txid, userId, amount }) =>
      txid === null ? null : this.transactions.lookUp({ txid, userId, dueUsd: scaled(amount) }),
    );
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  async approve(@CurrentActor() actor: Actor, @Param('id', { schema: paymentId }) id: string) {
    await this.decisions.approve(actor.userId, { submissionId: id });
    return answer('Payment approved', await this.detail(actor, id));
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  async reject(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: paymentId }) id: string,
    @Body({ schema: rejection }) { code, reason, outcome }: z.output<typeof rejection>,
  ) {
    await this.decisions.reject(actor.userId, { submissionId: id }, { code, reason, final: outcome === 'final' });
    return answer('Payment rejected', await this.detail(actor, id));
  }

  @Post(':id/allow-retry')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  async allowRetry(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: paymentId }) id: string,
    @Body({ schema: accountableBody }) { reason }: z.output<typeof accountableBody>,
  ) {
    await this.decisions.allowRetry(actor.userId, id, reason);
    return answer('The member may send another proof', await this.detail(actor, id));
  }

  @Post(':id/watch')
  @HttpCode(200)
  @Access('payments.read')
  async watch(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: paymentId }) id: string,
    @Body({ schema: visitBody }) { visit }: z.output<typeof visitBody>,
  ) {
    return answer(
      'Who looks at this',
      presentWatch(await this.presences.watch(paymentReviewConfig, { adminId: userId, submissionId: id, visit }), userId),
    );
  }

  @Post(':id/leave')
  @HttpCode(200)
  @Access('payments.read')
  async leave(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: paymentId }) id: string,
    @Body({ schema: visitBody }) { visit }: z.output<typeof visitBody>,
  ) {
    await this.presences.leave(paymentReviewConfig, { adminId: userId, submissionId: id, visit });
    return answer('You have left', null);
  }

  /** Without `lookUp` no chain is asked: a decision does not wait for one. */
  private async detail(actor: Actor, id: string, lookUp?: (payment: PaymentReview) => Promise<ChainEvidence[] | null>) {
    const payment = await this.payments.get(id);
    const evidence = {
      fee: this.subscription.feeOf(payment.membership),
      wallets: await this.subscription.wallets(),
      sameTransfer: await this.payments.sameTransfer(payment),
      samePicture: await this.payments.samePicture(payment),
      around: await this.desk.around(paymentReviewConfig, payment, actor.userId),
      onChain: (await lookUp?.(payment)) ?? null,
    };
    return presentPaymentDetail(payment, evidence, this.linksFor(actor));
  }

  private linksFor(actor: Actor) {
    return (fileId: string) => this.links.linkFor(fileId, actor);
  }
}
