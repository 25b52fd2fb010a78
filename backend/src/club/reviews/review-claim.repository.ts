import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import type { ReviewName } from './review.types.js';

/** The reviewer who holds a case, and for how long. */
export interface Claim {
  adminId: string;
  fullName: string;
  since: Date;
  until: Date;
}

interface NewClaim {
  adminId: string;
  submissionId: string;
  seconds: number;
  /** Also replaces the claim of somebody else. */
  takeOver: boolean;
}

const MAX_SWEPT = 200;
const now = sql<string>`now()`;

/** Every statement about the table `review_claims`. Methods take `tx`, the caller's transaction. */
@Injectable()
export class ReviewClaimRepository {
  /** Locks the claim and returns it; null if there is none, or if it has expired. */
  async lock(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<Claim | null> {
    const row = await this.claims(tx, kind, submissionId).forUpdate('c').executeTakeFirst();
    return row ? toClaim(row) : null;
  }

  async find(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<Claim | null> {
    const row = await this.claims(tx, kind, submissionId).executeTakeFirst();
    return row ? toClaim(row) : null;
  }

  /** Claims a case, or prolongs the claim. Changes nothing while somebody else holds it, unless `takeOver`. */
  async claim(tx: EntityManager, kind: ReviewName, { adminId, submissionId, seconds, takeOver }: NewClaim): Promise<void> {
    await db(tx)
      .insertInto('review_claims')
      .values({ kind, submission_id: submissionId, admin_id: adminId, until: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'submission_id'])
          .doUpdateSet((eb) => ({
            admin_id: eb.ref('excluded.admin_id'),
            until: eb.ref('excluded.until'),
            // The claim goes on only if it is the same reviewer's and has not expired.
            since: eb
              .case()
              .when(eb.and([eb('review_claims.admin_id', '=', adminId), eb('review_claims.until', '>', now)]))
              .then(eb.ref('review_claims.since'))
              .else(sql<string>`now()`)
              .end(),
          }))
          .where((eb) => eb.or([eb.lit(takeOver), eb('review_claims.admin_id', '=', adminId), eb('review_claims.until', '<=', now)])),
      )
      .execute();
  }

  /** Ends the claim of a case, or with `adminId` that of this reviewer alone. Returns whether there was one. */
  async remove(tx: EntityManager, kind: ReviewName, submissionId: string, adminId?: string): Promise<boolean> {
    const removed = await db(tx)
      .deleteFrom('review_claims')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .$if(adminId !== undefined, (query) => query.where('admin_id', '=', adminId!))
      .returning('admin_id')
      .executeTakeFirst();
    return removed !== undefined;
  }

  /** Deletes expired claims, 200 at most, and does not wait for a concurrent sweep. */
  async removeExpired(tx: EntityManager): Promise<void> {
    const expired = db(tx)
      .selectFrom('review_claims')
      .select(sql`ctid`.as('ctid'))
      .where('until', '<', now)
      .limit(MAX_SWEPT)
      .forUpdate()
      .skipLocked();
    await db(tx)
      .deleteFrom('review_claims')
      .where(sql<boolean>`ctid = any(array(${expired}))`)
      .execute();
  }

  private claims(tx: EntityManager, kind: ReviewName, submissionId: string) {
    return db(tx)
      .selectFrom('review_claims as c')
      .innerJoin('users as u', 'u.id', 'c.admin_id')
      .select(['c.admin_id', fullNameOf('u').as('full_name'), 'c.since', 'c.until'])
      .where('c.kind', '=', kind)
      .where('c.submission_id', '=', submissionId)
      .where('c.until', '>', now);
  }
}

function toClaim(row: { admin_id: string; full_name: string; since: string; until: string }): Claim {
  return { adminId: row.admin_id, fullName: row.full_name, since: new Date(row.since), until: new Date(row.until) };
}
