import { Injectable } from '@nestjs/common';
import type { Actor, ListQuery, PageOf } from '../../../platform/http/index.js';
import type { KycReviewDetailWire, KycReviewWire, SeenBeforeWire } from '../../../platform/wire/index.js';
import { FileLinksService } from '../../files/index.js';
import { ReviewCaseReader, ReviewChecksService, ReviewViewersService } from '../../reviews/index.js';
import { KycConsoleDecisionsService } from '../kyc-console-decisions.service.js';
import type { ReviewFilter } from '../kyc-filter.query.js';
import { KycFingerprintsService } from '../kyc-fingerprints.service.js';
import { kycReviewConfig } from '../kyc-review.config.js';
import { KycReviewsService, type KycReview } from '../kyc-reviews.service.js';
import type { ReviewSort } from '../kyc-submission.repository.js';
import { presentReview, presentReviewDetail, type Reader } from './kyc-admin.presenter.js';
import { presentSeenBefore } from './kyc-fingerprint.presenter.js';

/** The records of `kyc-reviews` as one admin sees them. */
@Injectable()
export class KycRecordsReader {
  constructor(
    private readonly reviews: KycReviewsService,
    private readonly decisions: KycConsoleDecisionsService,
    private readonly links: FileLinksService,
    private readonly cases: ReviewCaseReader,
    private readonly viewers: ReviewViewersService,
    private readonly checks: ReviewChecksService,
    private readonly fingerprints: KycFingerprintsService,
  ) {}

  async list(actor: Actor, query: ListQuery<ReviewSort, ReviewFilter>): Promise<PageOf<KycReviewWire>> {
    const { rows, total } = await this.reviews.list(query);
    const viewers = await this.viewers.others(
      kycReviewConfig,
      rows.map(({ id }) => id),
      actor.userId,
    );
    const reader = await this.readerOf(actor, rows);
    return { rows: rows.map((review) => presentReview(review, reader, viewers.get(review.id))), total };
  }

  /** Throws NotFound. */
  async one(actor: Actor, id: string): Promise<KycReviewDetailWire> {
    const review = await this.reviews.one(id);
    const around = await this.cases.around(kycReviewConfig, review, actor.userId);
    const requests = await this.reviews.requestsOf(id);
    const checked = await this.checks.of(kycReviewConfig, id, actor.userId);
    const seenBefore = presentSeenBefore(await this.fingerprints.seenBefore(review), review.userId);
    return presentReviewDetail(review, { around, requests, checked, seenBefore }, await this.readerOf(actor, [review]));
  }

  /** Throws NotFound. */
  async seenBefore(id: string): Promise<SeenBeforeWire> {
    const review = await this.reviews.one(id);
    return presentSeenBefore(await this.fingerprints.seenBefore(review), review.userId);
  }

  private async readerOf(actor: Actor, reviews: readonly KycReview[]): Promise<Reader> {
    return {
      adminId: actor.userId,
      linkOf: (fileId) => this.links.linkFor(fileId, actor),
      opened: await this.reviews.openedBy(actor.userId, reviews),
      takesTwo: await this.decisions.takesTwo(actor.userId),
    };
  }
}
