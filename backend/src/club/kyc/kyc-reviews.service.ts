import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { ExchangeAccountService, type KeySummary } from '../../trading/exchange-accounts/index.js';
import { DocumentRequestsService, type DocumentRequestRecord } from '../reviews/index.js';
import { KycResubmissionsService } from './kyc-resubmissions.service.js';
import { kycReviewConfig } from './kyc-review.config.js';
import { KycSealService } from './kyc-seal.service.js';
import type { ReviewFilter } from './kyc-filter.query.js';
import { KycQueueRepository, type QueueCounts, type QueueFilter } from './kyc-queue.repository.js';
import { serviceBounds, serviceLevelOf, type ServiceBounds, type ServiceLevel } from './kyc-service-level.rules.js';
import { KycSubmissionRepository, type OwnKyc, type ReviewSort, type StoredKyc, type VerifiedMember } from './kyc-submission.repository.js';

/** A submission for reviewers: last characters instead of secrets. */
export interface KycReview extends Omit<StoredKyc, 'address' | 'exchangeAccountId'> {
  address: string;
  /** Null if no key was given, and after a rejection, which deletes it. */
  key: KeySummary | null;
  /** Null once it is decided, and while it waits for its member. */
  service: ServiceLevel | null;
}

export interface Queue extends QueueCounts {
  /** Hours within which a submission should be decided. */
  serviceHours: number;
}

/** Reads submissions for reviewers and for their members. */
@Injectable()
export class KycReviewsService {
  constructor(
    private readonly submissions: KycSubmissionRepository,
    private readonly seals: KycSealService,
    private readonly exchange: ExchangeAccountService,
    private readonly queue: KycQueueRepository,
    private readonly requests: DocumentRequestsService,
    private readonly resubmissions: KycResubmissionsService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async pendingOldestFirst(page: Page): Promise<PageOf<KycReview>> {
    return this.opened(await this.submissions.findPendingOldestFirst(page));
  }

  async list(query: ListQuery<ReviewSort, ReviewFilter>): Promise<PageOf<KycReview>> {
    return this.opened(await this.submissions.findPage(query, this.bounds()));
  }

  /** Returns which documents of these submissions the admin has opened, by the id of their file. `preloaded`: or has loaded before. */
  async openedBy(
    adminId: string,
    reviews: readonly Pick<KycReview, 'idCardFileId' | 'proofFileId'>[],
    { preloaded = false } = {},
  ): Promise<ReadonlySet<string>> {
    if (reviews.length === 0) return new Set();
    return this.queue.findOpened(
      adminId,
      reviews.flatMap(({ idCardFileId, proofFileId }) => [idCardFileId, proofFileId]),
      preloaded,
    );
  }

  /** Counts the submissions that wait by the values of each filter. */
  async counts(filter: QueueFilter): Promise<Queue> {
    return { ...(await this.queue.countWaiting(filter, this.bounds())), serviceHours: this.config.kycServiceHours };
  }

  /** Returns a submission as it is stored; null for an unknown one. */
  find(id: string): Promise<StoredKyc | null> {
    return this.submissions.findById(id);
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
  async latestOf(userId: string): Promise<OwnKyc | null> {
    const latest = await this.submissions.findLatestOf(userId);
    return latest && { ...latest, asked: latest.status === 'pending' ? await this.resubmissions.asked(userId) : null };
  }

  /** Returns the documents that the member of a submission was asked for again, newest first. */
  requestsOf(id: string): Promise<DocumentRequestRecord[]> {
    return this.requests.of(kycReviewConfig, id);
  }

  private bounds(): ServiceBounds {
    return serviceBounds(this.clock.now(), this.config.kycServiceHours);
  }

  private async opened({ rows, total }: PageOf<StoredKyc>): Promise<PageOf<KycReview>> {
    const now = this.clock.now();
    const keys = await this.exchange.keySummaries(rows.flatMap(({ exchangeAccountId: id }) => id ?? []));
    return {
      rows: rows.map(({ address, exchangeAccountId, ...review }) => ({
        ...review,
        address: this.seals.openAddress(review, address),
        service:
          review.status === 'pending' && review.asked === null
            ? serviceLevelOf(review.submittedAt, now, this.config.kycServiceHours, review.waitedSeconds)
            : null,
        key: (review.status !== 'rejected' && exchangeAccountId && keys.get(exchangeAccountId)) || null,
      })),
      total,
    };
  }
}
