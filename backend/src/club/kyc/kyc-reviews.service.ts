import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { ExchangeAccountService, type KeySummary } from '../../trading/exchange-accounts/index.js';
import { KycSealService } from './kyc-seal.service.js';
import {
  KycSubmissionRepository,
  type OwnKyc,
  type ReviewFilter,
  type ReviewSort,
  type StoredKyc,
  type VerifiedMember,
} from './kyc-submission.repository.js';

/** A submission for reviewers: last characters instead of secrets. */
export interface KycReview extends Omit<StoredKyc, 'address' | 'exchangeAccountId'> {
  address: string;
  /** Null if no key was given, and after a rejection, which deletes it. */
  key: KeySummary | null;
}

/** Reads submissions for reviewers and for their members. */
@Injectable()
export class KycReviewsService {
  constructor(
    private readonly submissions: KycSubmissionRepository,
    private readonly seals: KycSealService,
    private readonly exchange: ExchangeAccountService,
  ) {}

  async pendingOldestFirst(page: Page): Promise<PageOf<KycReview>> {
    return this.opened(await this.submissions.findPendingOldestFirst(page));
  }

  async list(query: ListQuery<ReviewSort, ReviewFilter>): Promise<PageOf<KycReview>> {
    return this.opened(await this.submissions.findPage(query));
  }

  /** Throws NotFound. */
  async one(id: string): Promise<KycReview> {
    const stored = await this.submissions.findById(id);
    if (!stored) throw new NotFound('KYC submission');
    const { rows } = await this.opened({ rows: [stored], total: 1 });
    return rows[0]!;
  }

  /** Returns members with approved KYC, newest account first. */
  verifiedMembers(page: Page): Promise<PageOf<VerifiedMember>> {
    return this.submissions.findVerifiedMembers(page);
  }

  /** Returns the member's latest submission, or null before the first. */
  latestOf(userId: string): Promise<OwnKyc | null> {
    return this.submissions.findLatestOf(userId);
  }

  private async opened({ rows, total }: PageOf<StoredKyc>): Promise<PageOf<KycReview>> {
    const keys = await this.exchange.keySummaries(rows.flatMap(({ exchangeAccountId: id }) => id ?? []));
    return {
      rows: rows.map(({ address, exchangeAccountId, ...review }) => ({
        ...review,
        address: this.seals.openAddress(review, address),
        key: (review.status !== 'rejected' && exchangeAccountId && keys.get(exchangeAccountId)) || null,
      })),
      total,
    };
  }
}
