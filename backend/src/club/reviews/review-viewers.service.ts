import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, TooMany } from '../../platform/domain/index.js';
import { LiveEvents, reviewChanged } from '../../messaging/live/index.js';
import type { ReviewType } from './review.types.js';
import { ReviewPresenceRepository, type Viewer, type Visit } from './review-presence.repository.js';
import { ReviewRepository } from './review.repository.js';

export type { Viewer, Visit } from './review-presence.repository.js';

/** A page renews its lease three times before it expires, so that one lost request does not end it. */
export const LEASE_SECONDS = 45;
export const RENEW_SECONDS = 15;
/** Maximum of open pages of one admin. */
const MAX_VISITS = 50;

/** Shows admins who else has a case open, before two of them decide it. */
@Injectable()
export class ReviewViewersService {
  constructor(
    private readonly em: EntityManager,
    private readonly presences: ReviewPresenceRepository,
    private readonly records: ReviewRepository,
    private readonly live: LiveEvents,
  ) {}

  /** Starts a visit or prolongs it by a lease. Returns everyone who has the case open, longest first. Throws NotFound, TooMany. */
  watch(kind: ReviewType, visit: Visit): Promise<Viewer[]> {
    return this.em.transactional(async (tx) => {
      await this.requireSubmission(tx, kind, visit.submissionId);
      return this.enter(tx, kind, visit);
    });
  }

  /** As `watch`, in the transaction of `tx`, for a submission that exists. */
  async enter(tx: EntityManager, kind: ReviewType, visit: Visit): Promise<Viewer[]> {
    const { submissionId } = visit;
    await this.presences.removeExpired(tx);
    if ((await this.presences.countOtherVisits(tx, visit)) >= MAX_VISITS)
      throw new TooMany(LEASE_SECONDS, 'You have many cases open. Close some of them, and try again later');
    const isNew = await this.presences.renew(tx, kind.name, visit, LEASE_SECONDS);
    if (isNew) await this.live.publish(tx, reviewChanged({ review: kind.name, id: submissionId, change: 'presence' }));
    return this.presences.findViewers(tx, kind.name, submissionId);
  }

  /** Returns by submission which other admins have it open, longest first; a case that no one has open is left out. */
  async others(kind: ReviewType, submissionIds: readonly string[], adminId: string): Promise<ReadonlyMap<string, readonly Viewer[]>> {
    if (submissionIds.length === 0) return new Map();
    return this.presences.findOtherViewers(this.em, kind.name, submissionIds, adminId);
  }

  /** Ends a visit. Idempotent. Throws NotFound for an unknown submission. */
  leave(kind: ReviewType, visit: Visit): Promise<void> {
    return this.em.transactional(async (tx) => {
      await this.requireSubmission(tx, kind, visit.submissionId);
      await this.exit(tx, kind, visit);
    });
  }

  /** As `leave`, in the transaction of `tx`, for a submission that exists. Returns whether the admin has it open on another page. */
  async exit(tx: EntityManager, kind: ReviewType, visit: Visit): Promise<boolean> {
    const wasOpen = await this.presences.remove(tx, kind.name, visit);
    if (wasOpen) await this.live.publish(tx, reviewChanged({ review: kind.name, id: visit.submissionId, change: 'presence' }));
    return this.presences.isOpen(tx, kind.name, visit);
  }

  private async requireSubmission(tx: EntityManager, kind: ReviewType, id: string): Promise<void> {
    if (!(await this.records.submissionExists(tx, kind, id))) throw new NotFound(kind.record);
  }
}
