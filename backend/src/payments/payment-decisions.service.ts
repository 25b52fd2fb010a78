import { Injectable } from '@nestjs/common';
import { rejectionOf, ReviewMachine, type Decided, type RejectionWish } from '../reviews/index.js';
import { paymentReview } from './payment-review-kind.js';

/** What a member reads where the reviewer gave no reason of their own. */
const DEFAULT_REJECTION =
  'We could not match your proof with what arrived in our wallet. Please check that it shows the whole transfer, and send it again';

/** The reviewers' decisions. Of two that come at once, one is made and the other gets ReviewMoveRefused (409). */
@Injectable()
export class PaymentDecisions {
  constructor(private readonly reviews: ReviewMachine) {}

  /** Approves what waits and tells the member, to whom signals and resources are open from then on. Throws as ReviewMachine.approve. Returns the payment's id. */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.reviews.approve(paymentReview, adminId, which);
  }

  /** Rejects what waits and tells the member why. Throws as ReviewMachine.reject. Returns the payment's id. */
  reject(adminId: string, which: Decided, wish: RejectionWish = {}): Promise<string> {
    return this.reviews.reject(paymentReview, adminId, which, rejectionOf(paymentReview.name, wish, DEFAULT_REJECTION));
  }

  /** Lets a member whose rejection was final send another proof. Throws as ReviewMachine.allowRetry. */
  allowRetry(adminId: string, paymentId: string, why: string): Promise<void> {
    return this.reviews.allowRetry(paymentReview, adminId, paymentId, why);
  }
}
