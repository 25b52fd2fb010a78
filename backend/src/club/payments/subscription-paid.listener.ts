import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PaidInvoiceListener, type PaidInvoice } from '../../money/invoice-payments/index.js';
import { membershipOf } from '../users/index.js';
import { ReviewTransitionsService } from '../reviews/index.js';
import { Clock } from '../../platform/domain/index.js';
import { paymentReviewConfig } from './payment-review.config.js';
import { Payment } from './payment.entity.js';
import { PaymentRepository } from './payment.repository.js';

/** Approves the subscription of a member whose invoice was paid on chain. */
@Injectable()
export class SubscriptionPaidListener extends PaidInvoiceListener {
  constructor(
    private readonly reviews: ReviewTransitionsService,
    private readonly payments: PaymentRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async onPaid(tx: EntityManager, { userId, kind, total: amount, txid }: PaidInvoice): Promise<void> {
    if (kind !== 'subscription') return;
    const membership = membershipOf((await this.payments.findSubscriber(tx, userId)).role);
    if (membership === null) return;
    await this.reviews.approveVerified(tx, paymentReviewConfig, userId, async () => {
      const payment = new Payment({ userId, membership, amount, proofFileId: null, txid, status: 'approved' });
      payment.decidedAt = this.clock.now();
      tx.persist(payment);
      await tx.flush();
      return payment.id;
    });
  }
}
