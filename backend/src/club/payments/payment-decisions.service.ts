import { Injectable } from '@nestjs/common';
import { rejectionOf, ReviewTransitionsService, type Decided, type RejectionRequest } from '../reviews/index.js';
import { paymentReviewConfig } from './payment-review.config.js';

/** What a member reads where the reviewer gave no reason of their own. */
const DEFAULT_REJECTION =
  'We could not match your proof with what arrived in our wallet. Please check that it shows the whole transfer, and send it again';

/** The reviewers' decisions. Of two that come at once, one is made and the other gets ReviewMoveRefused (409). */
@Injectable()
export class PaymentDecisionsService {
  constructor(private readonly reviews: ReviewTransitionsService) {}

  /**
   * Approves what waits and tells the member, to whom signals and resources are open from then on. Throws as
   * ReviewTransitionsService.approve. Returns the payment's id.
   */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.reviews.approve(paymentReviewConfig, adminId, which);
  }

  /** Rejects what waits and tells the member why. Throws as ReviewTransitionsService.reject. Returns the payment's id. */
  reject(adminId: string, which: Decided, wish: RejectionRequest = {}): Promise<string> {
    return this.reviews.reject(paymentReviewConfig, adminId, which, rejectionOf(paymentReviewConfig.name, wish, DEFAULT_REJECTION));
  }

  /** Lets a member whose rejection was final send another proof. Throws as ReviewTransitionsService.allowRetry. */
  allowRetry(adminId: string, paymentId: string, why: string): Promise<void> {
    return this.reviews.allowRetry(paymentReviewConfig, adminId, paymentId, why);
  }
}
