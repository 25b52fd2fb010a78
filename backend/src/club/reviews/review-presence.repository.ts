import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import type { ReviewName } from './review.types.js';

/** An admin who has a case open, and since when. */
export interface Viewer {
  userId: string;
  fullName: string;
  since: Date;
}

/** One open page of one admin. */
export interface Visit {
  adminId: string;
  submissionId: string;
  visit: string;
}

const MAX_VIEWERS = 20;
/** Maximum of viewers for a whole list. */
const MAX_LISTED = 200;
const MAX_SWEPT = 200;

const now = sql<string>`now()`;

/** Every statement about the table `review_presences`. Methods that write take `tx`, the caller's transaction. */
@Injectable()
export class ReviewPresenceRepository {
  /** Counts the admin's open pages other than this one. */
  async countOtherVisits(tx: EntityManager, { adminId, visit }: Visit): Promise<number> {
    const { count } = await db(tx)
      .selectFrom('review_presences')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('admin_id', '=', adminId)
      .where('visit', '!=', visit)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Starts a visit, or prolongs it. Returns whether it started. */
  async renew(tx: EntityManager, kind: ReviewName, { adminId, submissionId, visit }: Visit, seconds: number): Promise<boolean> {
    const { started } = await db(tx)
      .insertInto('review_presences')
      .values({ kind, submission_id: submissionId, admin_id: adminId, visit, until: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'submission_id', 'admin_id', 'visit']).doUpdateSet((eb) => ({ until: eb.ref('excluded.until') })),
      )
      // xmax is 0 in a row that this statement inserted.
      .returning(sql<boolean>`xmax = 0`.as('started'))
      .executeTakeFirstOrThrow();
    return started;
  }

  /** Ends a visit. Returns whether there was one. */
  async remove(tx: EntityManager, kind: ReviewName, { adminId, submissionId, visit }: Visit): Promise<boolean> {
    const removed = await db(tx)
      .deleteFrom('review_presences')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('admin_id', '=', adminId)
      .where('visit', '=', visit)
      .returning('visit')
      .executeTakeFirst();
    return removed !== undefined;
  }

  /** Returns whether the admin has the case open on any page. */
  async isOpen(tx: EntityManager, kind: ReviewName, { adminId, submissionId }: Omit<Visit, 'visit'>): Promise<boolean> {
    const open = await db(tx)
      .selectFrom('review_presences')
      .select('visit')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('admin_id', '=', adminId)
      .where('until', '>', now)
      .limit(1)
      .executeTakeFirst();
    return open !== undefined;
  }

  /** Deletes expired visits, 200 at most, and does not wait for a concurrent sweep. */
  async removeExpired(tx: EntityManager): Promise<void> {
    const expired = db(tx)
      .selectFrom('review_presences')
      .select(sql`ctid`.as('ctid'))
      .where('until', '<', now)
      .limit(MAX_SWEPT)
      .forUpdate()
      .skipLocked();
    await db(tx)
      .deleteFrom('review_presences')
      .where(sql<boolean>`ctid = any(array(${expired}))`)
      .execute();
  }

  /** Returns who has a case open, longest first, 20 at most. */
  async findViewers(em: EntityManager, kind: ReviewName, submissionId: string): Promise<Viewer[]> {
    const rows = await this.viewers(em, kind).where('p.submission_id', '=', submissionId).limit(MAX_VIEWERS).execute();
    return rows.map(toViewer);
  }

  /** Returns by submission which other admins have it open, longest first, 200 at most; a case that no one has open is left out. */
  async findOtherViewers(
    em: EntityManager,
    kind: ReviewName,
    submissionIds: readonly string[],
    adminId: string,
  ): Promise<Map<string, Viewer[]>> {
    const rows = await this.viewers(em, kind)
      .select('p.submission_id')
      .groupBy('p.submission_id')
      .where(sql<boolean>`p.submission_id = any(${submissionIds}::uuid[])`)
      .where('p.admin_id', '!=', adminId)
      .limit(MAX_LISTED)
      .execute();
    const found = new Map<string, Viewer[]>();
    for (const row of rows) found.set(row.submission_id, [...(found.get(row.submission_id) ?? []), toViewer(row)]);
    return found;
  }

  private viewers(em: EntityManager, kind: ReviewName) {
    return db(em)
      .selectFrom('review_presences as p')
      .innerJoin('users as u', 'u.id', 'p.admin_id')
      .select((eb) => ['p.admin_id', fullNameOf('u').as('full_name'), eb.fn.min('p.since').as('since')])
      .where('p.kind', '=', kind)
      .where('p.until', '>', now)
      .groupBy(['p.admin_id', 'u.id'])
      .orderBy('since')
      .orderBy('p.admin_id');
  }
}

function toViewer(row: { admin_id: string; full_name: string; since: string }): Viewer {
  return { userId: row.admin_id, fullName: row.full_name, since: new Date(row.since) };
}
