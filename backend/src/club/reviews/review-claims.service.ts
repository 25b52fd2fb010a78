import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { ReviewType } from './review.types.js';
import { ReviewClaimRepository, type Claim } from './review-claim.repository.js';
import { ReviewJournalService } from './review-journal.service.js';
import { ReviewRepository } from './review.repository.js';
import { ReviewViewersService, type Viewer, type Visit } from './review-viewers.service.js';

export type { Claim } from './review-claim.repository.js';

/** Outlasts a look at another tab, or a lost connection: the open page renews the claim far more often. */
export const CLAIM_SECONDS = 600;

export interface ClaimedCase {
  viewers: Viewer[];
  /** Null for a case that is decided already, or whose decision can still be undone. */
  claim: Claim | null;
}

/** Gives each case to one reviewer at a time: while a claim lasts, nobody else decides the case (ReviewTransitionsService). */
@Injectable()
export class ReviewClaimsService {
  constructor(
    private readonly em: EntityManager,
    private readonly claims: ReviewClaimRepository,
    private readonly records: ReviewRepository,
    private readonly viewers: ReviewViewersService,
    private readonly journal: ReviewJournalService,
  ) {}

  /**
   * Starts or prolongs a visit, and claims the case for its reviewer if nobody else holds it. `takeOver`: even then, with an audit record.
   * Returns who holds the case now. Throws NotFound, TooMany.
   */
  claim(kind: ReviewType, visit: Visit, { takeOver }: { takeOver: boolean }): Promise<ClaimedCase> {
    const { adminId, submissionId } = visit;
    return this.em.transactional(async (tx) => {
      // A decision waits for a claim that is being made, and the other way round: what is scheduled is never claimed.
      await this.records.lockMemberOf(tx, kind, { submissionId });
      const submission = await this.records.findSubmission(tx, kind, submissionId);
      if (!submission) throw new NotFound(kind.record);
      const viewers = await this.viewers.enter(tx, kind, visit);
      if (!submission.isWaiting) return { viewers, claim: null };
      await this.claims.removeExpired(tx);
      const before = await this.claims.lock(tx, kind.name, submissionId);
      await this.claims.claim(tx, kind.name, { adminId, submissionId, seconds: CLAIM_SECONDS, takeOver });
      const claim = await this.claims.find(tx, kind.name, submissionId);
      if (claim?.adminId === adminId && before?.adminId !== adminId) await this.announce(tx, kind, visit, submission.userId, before);
      return { viewers, claim };
    });
  }

  /** Ends a visit, and with the reviewer's last visit their claim. Idempotent. Throws NotFound. */
  leave(kind: ReviewType, visit: Visit): Promise<void> {
    const { adminId, submissionId } = visit;
    return this.em.transactional(async (tx) => {
      if (!(await this.records.submissionExists(tx, kind, submissionId))) throw new NotFound(kind.record);
      if (await this.viewers.exit(tx, kind, visit)) return;
      const wasHeld = await this.claims.remove(tx, kind.name, submissionId, adminId);
      if (wasHeld) await this.journal.publish(tx, kind, submissionId, 'claim');
    });
  }

  private async announce(tx: EntityManager, kind: ReviewType, visit: Visit, userId: string, before: Claim | null): Promise<void> {
    if (before) await this.journal.record(tx, kind, 'take-over', { ...visit, userId }, { from: before.adminId });
    await this.journal.publish(tx, kind, visit.submissionId, 'claim');
  }
}
