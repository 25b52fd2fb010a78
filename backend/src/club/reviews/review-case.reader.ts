import { Injectable } from '@nestjs/common';
import { ReviewCaseRepository, type Applicant, type Neighbours, type OtherSubmission } from './review-case.repository.js';
import type { ReviewType } from './review.types.js';

/** The position of a submission in the queue, oldest first. */
export interface QueuePlace extends Neighbours {
  /** Number of pending submissions, including this one if it is pending. */
  waiting: number;
}

export interface CaseSurroundings {
  applicant: Applicant;
  others: OtherSubmission[];
  queue: QueuePlace;
}

/** Reads the data that an admin needs to decide a submission and to continue with the next one. */
@Injectable()
export class ReviewCaseReader {
  constructor(private readonly cases: ReviewCaseRepository) {}

  async around(kind: ReviewType, { id, userId }: { id: string; userId: string }, adminId: string): Promise<CaseSurroundings> {
    const applicant = await this.cases.findApplicant(userId);
    if (!applicant) throw new Error('a submission has a member');
    return {
      applicant,
      others: await this.cases.findOthers(kind, id, userId),
      queue: { ...(await this.cases.findNeighbours(kind, id, adminId)), waiting: await this.cases.countPending(kind) },
    };
  }
}
