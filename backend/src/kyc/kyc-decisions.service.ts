import { Injectable } from '@nestjs/common';
import { ExchangeService } from '../exchange/index.js';
import { rejectionOf, ReviewMachine, type Decided, type RejectionWish } from '../reviews/index.js';
import { kycReview } from './kyc-review-kind.js';

/** What a member reads where the reviewer gave no reason of their own. */
const DEFAULT_REJECTION = 'Your documents could not be verified. Please check that they are complete and readable, and send them again';

/** The reviewers' decisions. Of two that come at once, one is made and the other gets ReviewMoveRefused (409). */
@Injectable()
export class KycDecisions {
  constructor(
    private readonly reviews: ReviewMachine,
    private readonly exchange: ExchangeService,
  ) {}

  /** Approves what waits, tells the member, and has their exchange account synced. Throws as ReviewMachine.approve. Returns the submission's id. */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.reviews.approve(kycReview, adminId, which, async (tx, { id, userId }) => {
      const [row] = await tx.execute<{ account: string | null }[]>(
        'select "exchange_account_id" as account from "kyc_submissions" where "id" = ?',
        [id],
      );
      if (row?.account) await this.exchange.requestSync(tx, userId, 'approval');
    });
  }

  /** Rejects what waits, tells the member why, and throws the exchange credentials away: they serve nothing any more. Throws as ReviewMachine.reject. Returns the submission's id. */
  reject(adminId: string, which: Decided, wish: RejectionWish = {}): Promise<string> {
    return this.reviews.reject(
      kycReview,
      adminId,
      which,
      rejectionOf(kycReview.name, wish, DEFAULT_REJECTION),
      async (tx, { id, userId }) => {
        const [row] = await tx.execute<{ account: string | null }[]>(
          'update "kyc_submissions" set "exchange_login" = null where "id" = ? returning "exchange_account_id" as account',
          [id],
        );
        if (row?.account) await this.exchange.removeKey(tx, userId);
      },
    );
  }

  /** Lets a member whose rejection was final submit again. Throws as ReviewMachine.allowRetry. */
  allowRetry(adminId: string, submissionId: string, why: string): Promise<void> {
    return this.reviews.allowRetry(kycReview, adminId, submissionId, why);
  }
}
