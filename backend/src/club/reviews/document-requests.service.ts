import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, ReviewMoveRefused } from '../../platform/domain/index.js';
import { accountChanged, LiveEvents } from '../../messaging/live/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { CaseHoldsService } from './case-holds.service.js';
import { DocumentRequestRepository, type DocumentRequestRecord, type OpenRequest } from './document-request.repository.js';
import { rejectionOf, type ReviewDocument } from './rejection.rules.js';
import { ReviewJournalService } from './review-journal.service.js';
import { ReviewRepository } from './review.repository.js';
import type { ReviewType } from './review.types.js';
import { DocumentAskedAlready, MemberInRejectedList } from './reviews.errors.js';

/** A document that a member is asked for again, and why. */
export interface DocumentWish {
  document: ReviewDocument;
  code?: string | undefined;
  /** The reviewer's own words. */
  reason?: string | undefined;
}

/**
 * Asks members for one document of a pending submission again. The submission stays pending and keeps everything else; until the member has
 * answered it is in no queue. A decision ends the request.
 */
@Injectable()
export class DocumentRequestsService {
  constructor(
    private readonly em: EntityManager,
    private readonly requests: DocumentRequestRepository,
    private readonly records: ReviewRepository,
    private readonly holds: CaseHoldsService,
    private readonly journal: ReviewJournalService,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /**
   * Asks for a document in the transaction of `tx`, queues the member's email, and ends the claim and the first approval. Throws NotFound,
   * ReviewMoveRefused, MemberInRejectedList, CaseClaimed, DecisionScheduled, DocumentAskedAlready.
   */
  async askIn(tx: EntityManager, kind: ReviewType, adminId: string, submissionId: string, wish: DocumentWish): Promise<void> {
    const submission = await this.records.lockSubmission(tx, kind, submissionId);
    if (!submission) throw new NotFound(kind.record);
    if (submission.status !== 'pending') throw new ReviewMoveRefused(kind.subject, submission.status, 'reject');
    if (submission.memberRejected) throw new MemberInRejectedList();
    await this.holds.refuse(tx, kind, submissionId, adminId);
    await this.refuseSecond(tx, kind, submissionId);
    await this.holds.release(tx, kind, submissionId);
    const { document } = wish;
    const { text: reason, code, letterData } = rejectionOf(kind.name, wish);
    const { userId } = submission;
    const id = await this.requests.insert(tx, kind.name, { submissionId, document, reason, code, adminId });
    await this.journal.record(tx, kind, 'ask', { adminId, submissionId, userId }, { document, reason, ...(code !== null && { code }) });
    await this.mail.queue(tx, {
      letter: 'kyc-document-asked',
      to: userId,
      data: { document, ...letterData },
      dedupeKey: `kyc-document-asked:${id}`,
    });
    await this.live.publish(tx, accountChanged(userId, { changed: 'kyc-document', state: 'asked' }));
    await this.journal.publish(tx, kind, submissionId, 'asked');
  }

  /** Throws DocumentAskedAlready while the case waits for its member. */
  async refuseSecond(tx: EntityManager, { name }: ReviewType, submissionId: string): Promise<void> {
    if (await this.requests.findOpen(tx, name, submissionId)) throw new DocumentAskedAlready();
  }

  /** Returns what the member is asked for; null: nothing. */
  findOpen({ name }: ReviewType, submissionId: string, em: EntityManager = this.em): Promise<OpenRequest | null> {
    return this.requests.findOpen(em, name, submissionId);
  }

  /** Returns the requests of a case, newest first. */
  of({ name }: ReviewType, submissionId: string): Promise<DocumentRequestRecord[]> {
    return this.requests.findOf(this.em, name, submissionId);
  }

  /**
   * Ends a request with its answer in the transaction of `tx`, which has locked the member. Returns the seconds that the case has waited;
   * null if the request has ended meanwhile. Throws DecisionUnderWay.
   */
  async answerIn(tx: EntityManager, kind: ReviewType, { id, submissionId }: OpenRequest, earlierFileId: string): Promise<number | null> {
    await this.holds.refuseMember(tx, kind, submissionId);
    const seconds = await this.requests.answer(tx, id, earlierFileId);
    // What was approved and checked before are other documents.
    if (seconds !== null) await this.holds.forgetDocuments(tx, kind, submissionId);
    return seconds;
  }
}
