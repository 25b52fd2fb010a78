import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, TooMany } from '../common/domain/index.js';
import { LiveEvents, reviewChanged } from '../common/live/index.js';
import { fullName } from '../users/index.js';
import type { ReviewKind } from './review-kind.js';

/** A page says that it is still looked at three times within one lease, so that a lost request ends nothing. */
export const LEASE_SECONDS = 45;
export const RENEW_SECONDS = 15;
/** Pages that one admin has open at once. */
const MOST_VISITS = 50;
const MOST_VIEWERS = 20;
/** Of all cases of one list together. */
const MOST_LISTED = 200;
const SWEPT_AT_ONCE = 200;

export interface Viewer {
  userId: string;
  fullName: string;
  since: Date;
}

/** One opened page of one admin. */
export interface Visit {
  adminId: string;
  submissionId: string;
  visit: string;
}

/** Who has a case open: two admins who look at the same one know of each other before they decide. */
@Injectable()
export class ReviewPresences {
  constructor(
    private readonly em: EntityManager,
    private readonly live: LiveEvents,
  ) {}

  /** Comes, or stays for another lease; answers everybody who looks at the case, the first to come first. Throws NotFound, TooMany. */
  watch(kind: ReviewKind, { adminId, submissionId, visit }: Visit): Promise<Viewer[]> {
    return this.em.transactional(async (tx) => {
      await exists(tx, kind, submissionId);
      await sweep(tx);
      const [open] = await tx.execute<{ count: number }[]>(
        'select count(*)::int as "count" from "review_presences" where "admin_id" = ? and "visit" <> ?',
        [adminId, visit],
      );
      if ((open?.count ?? 0) >= MOST_VISITS)
        throw new TooMany(LEASE_SECONDS, 'You have many cases open. Close some of them, and try again later');
      // xmax is 0 in a row that this statement has inserted, and not in one that it found.
      const [row] = await tx.execute<{ came: boolean }[]>(
        `insert into "review_presences" ("kind", "submission_id", "admin_id", "visit", "until") values (?, ?, ?, ?, now() + interval '${LEASE_SECONDS} seconds')
         on conflict ("kind", "submission_id", "admin_id", "visit") do update set "until" = excluded."until" returning xmax = 0 as "came"`,
        [kind.name, submissionId, adminId, visit],
      );
      if (row?.came) await this.live.publish(tx, reviewChanged({ review: kind.name, id: submissionId, change: 'presence' }));
      return viewers(tx, kind, submissionId);
    });
  }

  /** Who else has which of these cases open, the first to come first; a case that nobody looks at is not among them. */
  async others(kind: ReviewKind, submissionIds: readonly string[], adminId: string): Promise<ReadonlyMap<string, readonly Viewer[]>> {
    if (submissionIds.length === 0) return new Map();
    const rows = await this.em.execute<(ViewerRow & { submission_id: string })[]>(
      `select p.submission_id, p.admin_id, u.surname, u.other_name, min(p.since) as since from review_presences p join users u on u.id = p.admin_id
       where p.kind = ? and p.submission_id = any(?::uuid[]) and p.admin_id <> ? and p.until > now() group by p.submission_id, p.admin_id, u.surname, u.other_name order by since, p.admin_id limit ${MOST_LISTED}`,
      [kind.name, `{${submissionIds.join(',')}}`, adminId],
    );
    const found = new Map<string, Viewer[]>();
    for (const row of rows) found.set(row.submission_id, [...(found.get(row.submission_id) ?? []), viewerOf(row)]);
    return found;
  }

  /** Leaving twice is leaving once. Throws NotFound where there is no such submission. */
  leave(kind: ReviewKind, { adminId, submissionId, visit }: Visit): Promise<void> {
    return this.em.transactional(async (tx) => {
      await exists(tx, kind, submissionId);
      const left = await tx.execute<unknown[]>(
        'delete from "review_presences" where "kind" = ? and "submission_id" = ? and "admin_id" = ? and "visit" = ? returning 1',
        [kind.name, submissionId, adminId, visit],
      );
      if (left.length > 0) await this.live.publish(tx, reviewChanged({ review: kind.name, id: submissionId, change: 'presence' }));
    });
  }
}

async function exists(tx: EntityManager, { record, table }: ReviewKind, id: string): Promise<void> {
  const found = await tx.execute<unknown[]>(`select 1 from "${table}" where "id" = ?`, [id]);
  if (found.length === 0) throw new NotFound(record);
}

/** Pages that died without a word. Another one that sweeps at this moment is not waited for. */
async function sweep(tx: EntityManager): Promise<void> {
  await tx.execute(
    `delete from "review_presences" where ctid = any(array(select ctid from "review_presences" where "until" < now() limit ${SWEPT_AT_ONCE} for update skip locked))`,
  );
}

interface ViewerRow {
  admin_id: string;
  surname: string;
  other_name: string;
  since: string;
}

async function viewers(tx: EntityManager, kind: ReviewKind, submissionId: string): Promise<Viewer[]> {
  const rows = await tx.execute<ViewerRow[]>(
    `select p.admin_id, u.surname, u.other_name, min(p.since) as since from review_presences p join users u on u.id = p.admin_id
     where p.kind = ? and p.submission_id = ? and p.until > now() group by p.admin_id, u.surname, u.other_name order by since, p.admin_id limit ${MOST_VIEWERS}`,
    [kind.name, submissionId],
  );
  return rows.map(viewerOf);
}

function viewerOf({ admin_id: userId, surname, other_name: otherName, since }: ViewerRow): Viewer {
  return { userId, fullName: fullName({ surname, otherName }), since: new Date(since) };
}
