import { Injectable } from '@nestjs/common';
import { rejectionOf, ReviewTransitionsService, type Decided, type RejectionRequest } from '../reviews/index.js';
import { paymentReviewConfig } from './payment-review.config.js';
import { SubscriptionInvoicesService } from './subscription-invoices.service.js';

/** Decides payments. Of two concurrent decisions the second throws ReviewMoveRefused (409). */
@Injectable()
export class PaymentDecisionsService {
  constructor(
    private readonly reviews: ReviewTransitionsService,
    private readonly invoices: SubscriptionInvoicesService,
  ) {}

  /**
   * Approves a pending payment, which gives access to signals and resources, settles the invoice and queues the member's email. Throws as
   * ReviewTransitionsService.approve. Returns the payment's id.
   */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.reviews.approve(paymentReviewConfig, adminId, which, (tx, payment) => this.invoices.settle(tx, payment, adminId));
  }

  /** Rejects a pending payment and queues an email with the reason. Throws as ReviewTransitionsService.reject. Returns the payment's id. */
  reject(adminId: string, which: Decided, wish: RejectionRequest = {}): Promise<string> {
    return this.reviews.reject(paymentReviewConfig, adminId, which, rejectionOf(paymentReviewConfig.name, wish));
  }

  /** Allows another proof after a final rejection. Throws as ReviewTransitionsService.allowRetry. */
  allowRetry(adminId: string, paymentId: string, why: string): Promise<void> {
    return this.reviews.allowRetry(paymentReviewConfig, adminId, paymentId, why);
  }
}
