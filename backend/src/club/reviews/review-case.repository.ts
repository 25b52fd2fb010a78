import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Expression } from 'kysely';
import type { ReviewStatus } from '../../platform/domain/index.js';
import { countUpToCap } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { personProperties, profileSelection, type Person } from '../users/index.js';
import { dateOrNull } from './decision.query.js';
import { openRequest } from './document-request.query.js';
import { aliased, type ReviewType } from './review.types.js';
import { isScheduled } from './scheduled-decision.query.js';

/** The member of a submission as they registered, to compare the documents with. */
export interface Applicant extends Person {
  registeredAt: Date;
  deactivated: boolean;
}

/** An earlier or later submission of the same member. */
export interface OtherSubmission {
  id: string;
  status: ReviewStatus;
  reason: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
}

/** The submissions before and after one in the queue, oldest first; null if there is none. */
export interface Neighbours {
  before: string | null;
  after: string | null;
  /**
   * The oldest other one that no other admin has open, or else the oldest other one that no other admin has claimed; never one that this
   * admin was the first to approve.
   */
  next: string | null;
}

const MAX_OTHERS = 20;

/** Reads the member, the other submissions and the queue around one submission. */
@Injectable()
export class ReviewCaseRepository {
  constructor(private readonly em: EntityManager) {}

  async findApplicant(userId: string): Promise<Applicant | null> {
    const row = await db(this.em)
      .selectFrom('users as u')
      .select(profileSelection(...personProperties))
      .select(['u.created_at', 'u.status'])
      .where('u.id', '=', userId)
      .executeTakeFirst();
    if (!row) return null;
    const { created_at, status, ...person } = row;
    return { ...person, registeredAt: new Date(created_at), deactivated: status !== 'active' };
  }

  /** Returns the member's other submissions, newest first, 20 at most. */
  async findOthers({ table }: ReviewType, id: string, userId: string): Promise<OtherSubmission[]> {
    const rows = await db(this.em)
      .selectFrom(table)
      .select(['id', 'status', 'reason', 'submitted_at', 'decided_at'])
      .where('user_id', '=', userId)
      .where('id', '!=', id)
      .orderBy('submitted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_OTHERS)
      .execute();
    return rows.map(({ submitted_at, decided_at, ...other }) => ({
      ...other,
      submittedAt: new Date(submitted_at),
      decidedAt: dateOrNull(decided_at),
    }));
  }

  /**
   * Counts pending submissions, up to COUNT_CAP + 1, without those of members in the rejected list, those whose decision can still be
   * undone, and those that wait for their member.
   */
  countPending(kind: ReviewType): Promise<number> {
    return countUpToCap(db(this.em), this.pending(kind));
  }

  async findNeighbours(kind: ReviewType, id: string, adminId: string): Promise<Neighbours> {
    const oldest = this.pending(kind).select('k.id').orderBy('k.submitted_at').orderBy('k.id').limit(1);
    const others = oldest.where('k.id', '!=', id).where((eb) => eb.not(eb.exists(approvedBy(kind, adminId, eb.ref('k.id')))));
    const unclaimed = others.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_claims as c')
            .select('c.admin_id')
            .where('c.kind', '=', kind.name)
            .where('c.submission_id', '=', eb.ref('k.id'))
            .where('c.admin_id', '!=', adminId)
            .where('c.until', '>', sql<string>`now()`),
        ),
      ),
    );
    const unwatched = unclaimed.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_presences as p')
            .select('p.admin_id')
            .where('p.kind', '=', kind.name)
            .where('p.submission_id', '=', eb.ref('k.id'))
            .where('p.admin_id', '!=', adminId)
            .where('p.until', '>', sql<string>`now()`),
        ),
      ),
    );
    const row = await db(this.em)
      .selectNoFrom((eb) => [
        this.beyond(kind, id, '<').orderBy('k.submitted_at', 'desc').orderBy('k.id', 'desc').limit(1).as('before'),
        this.beyond(kind, id, '>').orderBy('k.submitted_at').orderBy('k.id').limit(1).as('after'),
        eb.fn.coalesce(unwatched, unclaimed).as('next'),
      ])
      .executeTakeFirstOrThrow();
    return { before: row.before, after: row.after, next: row.next };
  }

  /** An index serves the plain comparison; the comparison of rows separates submissions with the same time. */
  private beyond(kind: ReviewType, id: string, sign: '<' | '>') {
    const here = db(this.em).selectFrom(aliased(kind.table, 'h')).where('h.id', '=', id);
    return this.pending(kind)
      .select('k.id')
      .where('k.submitted_at', sign === '<' ? '<=' : '>=', here.select('h.submitted_at'))
      .where((eb) => eb(eb.refTuple('k.submitted_at', 'k.id'), sign, sql<never>`(${here.select(['h.submitted_at', 'h.id'])})`));
  }

  private pending(kind: ReviewType) {
    return db(this.em)
      .selectFrom(aliased(kind.table, 'k'))
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .where('k.status', '=', 'pending')
      .where('u.rejected_at', 'is', null)
      .where((eb) => eb.not(eb.exists(isScheduled(kind.name, eb.ref('k.id')))))
      .where((eb) => eb.not(eb.exists(openRequest(kind.name, eb.ref('k.id')))));
  }
}

/** Selects the first approval of a case by this admin, which needs another reviewer's. */
const approvedBy = ({ name }: ReviewType, adminId: string, id: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('review_approvals as a')
    .select('a.admin_id')
    .where('a.kind', '=', name)
    .where('a.submission_id', '=', id)
    .where('a.admin_id', '=', adminId);
