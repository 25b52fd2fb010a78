import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership, type ReviewStatus } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { FilesService, type StoredFile } from '../files/index.js';
import { ReviewTransitionsService, type StoredSubmission } from '../reviews/index.js';
import type { PaymentForm } from './payment.form.js';
import { paymentReviewConfig } from './payment-review.config.js';
import { ONE_PAYMENT_A_TXID, Payment } from './payment.entity.js';
import {
  PaymentRepository,
  type OwnPayment,
  type PaymentFilter,
  type PaymentReview,
  type PaymentSort,
  type SamePicture,
  type SameTransfer,
} from './payment.repository.js';
import { SubscriptionInvoicesService } from './subscription-invoices.service.js';
import { TransactionUsed } from './payments.errors.js';

export interface PayingMember {
  userId: string;
  membership: Membership;
}

/** Submits and reads proofs of payment. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentRepository,
    private readonly files: FilesService,
    private readonly reviews: ReviewTransitionsService,
    private readonly invoices: SubscriptionInvoicesService,
  ) {}

  /**
   * Stores a payment, sets the member's subscription to pending and issues its invoice where there is none, in one transaction. Allowed
   * from null and from rejected.
   * Throws ReviewMoveRefused and TransactionUsed (409), InvalidInput naming proofOfPayment (400), FileTooLarge (413), TooMany (429).
   */
  async submit(member: PayingMember, form: PaymentForm, proofOfPayment: Buffer): Promise<{ status: ReviewStatus }> {
    const { userId, membership } = member;
    const opening = await this.reviews.opening(paymentReviewConfig, userId);
    const prepared = await this.files.prepare(this.em, [
      { userId, purpose: 'payment-proof', field: 'proofOfPayment', buffer: proofOfPayment },
    ]);
    await this.files.keep(this.em, prepared, (tx, files) =>
      this.reviews.submit(tx, paymentReviewConfig, opening, membership, () => this.store(tx, member, form, files, opening.to)),
    );
    return { status: opening.to };
  }

  pendingOldestFirst(page: Page): Promise<PageOf<PaymentReview>> {
    return this.payments.findPendingOldestFirst(page);
  }

  list(query: ListQuery<PaymentSort, PaymentFilter>): Promise<PageOf<PaymentReview>> {
    return this.payments.findPage(query);
  }

  /** Throws NotFound. */
  async get(id: string): Promise<PaymentReview> {
    const payment = await this.payments.findById(id);
    if (!payment) throw new NotFound('payment');
    return payment;
  }

  sameTransfer(payment: PaymentReview): Promise<SameTransfer[]> {
    return this.payments.findSameTransfer(payment);
  }

  samePicture(payment: PaymentReview): Promise<SamePicture[]> {
    return this.payments.findSamePicture(payment);
  }

  /** Returns the member's latest payment, or null before the first. */
  latestOf(userId: string): Promise<OwnPayment | null> {
    return this.payments.findLatestOf(userId);
  }

  private async store(
    tx: EntityManager,
    { userId, membership }: PayingMember,
    { amount, txid }: PaymentForm,
    [proof]: readonly StoredFile[],
    status: ReviewStatus,
  ): Promise<StoredSubmission> {
    if (!proof) throw new Error('a payment has a proof');
    // The unique index knows proofs alone: what the chain showed was counted before.
    if (txid !== null && (await this.payments.isTxidUsed(tx, txid))) throw new TransactionUsed();
    const payment = new Payment({ userId, membership, amount, proofFileId: proof.id, txid, status });
    tx.persist(payment);
    try {
      await tx.flush();
    } catch (error) {
      throw violatesUnique(error, ONE_PAYMENT_A_TXID) ? new TransactionUsed() : error;
    }
    await this.invoices.ensure(tx, userId, { actorId: userId, actorRole: membership });
    return { id: payment.id, detail: { membership, amount, txid } };
  }
}
