import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountSync, ExchangeAccountService } from '../../trading/exchange-accounts/index.js';
import { SubscriptionInvoicesService } from '../payments/index.js';
import { rejectionOf, ReviewTransitionsService, type Consequences, type Decided, type RejectionRequest } from '../reviews/index.js';
import { kycReviewConfig } from './kyc-review.config.js';
import { KycSubmissionRepository } from './kyc-submission.repository.js';

/** Decides submissions. Of two concurrent decisions the second throws ReviewMoveRefused (409). */
@Injectable()
export class KycDecisionsService {
  constructor(
    private readonly reviews: ReviewTransitionsService,
    private readonly submissions: KycSubmissionRepository,
    private readonly exchange: ExchangeAccountService,
    private readonly sync: AccountSync,
    private readonly invoices: SubscriptionInvoicesService,
  ) {}

  /**
   * Approves a pending submission, queues the member's email, starts the sync of their exchange account and issues the
   * invoice of the subscription. Throws as
   * ReviewTransitionsService.approve. Returns the submission's id.
   */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.reviews.approve(kycReviewConfig, adminId, which, this.afterApproval(adminId));
  }

  /** As `approve`, in the transaction of `tx`. `detail`: more for the audit record. */
  approveIn(tx: EntityManager, adminId: string, which: Decided, detail: Record<string, unknown>): Promise<string> {
    return this.reviews.approveIn(tx, kycReviewConfig, adminId, which, this.afterApproval(adminId), detail);
  }

  /**
   * Rejects a pending submission, queues an email with the reason, and deletes the exchange credentials. Throws as
   * ReviewTransitionsService.reject. Returns the submission's id.
   */
  reject(adminId: string, which: Decided, wish: RejectionRequest = {}): Promise<string> {
    return this.reviews.reject(kycReviewConfig, adminId, which, rejectionOf(kycReviewConfig.name, wish), this.afterRejection);
  }

  /** As `reject`, in the transaction of `tx`. */
  rejectIn(tx: EntityManager, adminId: string, which: Decided, wish: RejectionRequest): Promise<string> {
    return this.reviews.rejectIn(tx, kycReviewConfig, adminId, which, rejectionOf(kycReviewConfig.name, wish), this.afterRejection);
  }

  /** Allows another submission after a final rejection. Throws as ReviewTransitionsService.allowRetry. */
  allowRetry(adminId: string, submissionId: string, why: string): Promise<void> {
    return this.reviews.allowRetry(kycReviewConfig, adminId, submissionId, why);
  }

  private afterApproval(adminId: string): Consequences {
    return async (tx, { id, userId }) => {
      const submission = await this.submissions.findAccount(tx, id);
      if (submission?.accountId) await this.sync.request(tx, userId, 'approval');
      await this.invoices.ensureByCredit(tx, userId, { actorId: adminId, actorRole: 'admin' });
    };
  }

  private readonly afterRejection: Consequences = async (tx, { id, userId }) => {
    const hadAccount = await this.submissions.deleteLogin(tx, id);
    if (hadAccount) await this.exchange.removeKey(tx, userId);
  };
}
