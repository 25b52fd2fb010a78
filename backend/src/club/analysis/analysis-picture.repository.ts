import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { db, type Database } from '../../database.js';
import type { PreparedPicture } from '../files/index.js';

/** Facts of a picture that a page needs before its bytes. */
export interface PictureSize {
  id: string;
  /** In pixels. */
  width: number;
  height: number;
}

type Joined = Database & { p: Database['analysis_pictures'] };
const now = sql<string>`now()`;
/** How a text names the picture `p`. */
const nameInText = sql`'picture:' || p.id::text`;

const namedByPost = (eb: ExpressionBuilder<Joined, 'p'>) =>
  eb.exists(
    eb
      .selectFrom('analysis_posts as a')
      .select('a.id')
      .whereRef('a.id', '=', 'p.post_id')
      .where(sql<SqlBool>`position(${nameInText} in a.body) > 0`),
  );
const namedByRevision = (eb: ExpressionBuilder<Joined, 'p'>) =>
  eb.exists(
    eb
      .selectFrom('analysis_revisions as r')
      .select('r.id')
      .whereRef('r.post_id', '=', 'p.post_id')
      .where(sql<SqlBool>`position(${nameInText} in r.content->>'body') > 0`),
  );

/** Every statement about the table `analysis_pictures`. */
@Injectable()
export class AnalysisPictureRepository {
  constructor(private readonly em: EntityManager) {}

  async insert(tx: EntityManager, id: string, userId: string, { bytes, mime, width, height }: PreparedPicture): Promise<void> {
    await db(tx).insertInto('analysis_pictures').values({ id, uploaded_by: userId, mime, width, height, bytes }).execute();
  }

  /** Counts the pictures that a person uploaded in the last 24 hours and that still exist. */
  async countToday(userId: string): Promise<number> {
    const { count } = await db(this.em)
      .selectFrom('analysis_pictures')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('uploaded_by', '=', userId)
      .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  findSizes(ids: readonly string[]): Promise<PictureSize[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return db(this.em).selectFrom('analysis_pictures').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  }

  /** Returns a picture for the console. */
  find(id: string) {
    return db(this.em).selectFrom('analysis_pictures').select(['mime', 'bytes']).where('id', '=', id).executeTakeFirst();
  }

  /** Returns a picture that the text of a published analysis names now, and whom the analysis is for. */
  findPublished(id: string) {
    return db(this.em)
      .selectFrom('analysis_pictures as p')
      .innerJoin('analysis_posts as a', 'a.id', 'p.post_id')
      .select(['p.mime', 'p.bytes', 'a.audience'])
      .where('p.id', '=', id)
      .where('a.state', '=', 'published')
      .where(sql<SqlBool>`position(${nameInText} in a.body) > 0`)
      .executeTakeFirst();
  }

  /**
   * Assigns pictures to a post: those that it has already, and unassigned ones that `userId` uploaded. Returns their ids. Other pictures
   * are not changed.
   */
  async attach(tx: EntityManager, postId: string, userId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db(tx)
      .updateTable('analysis_pictures')
      .set({ post_id: postId, unused_since: null })
      .where('id', 'in', ids)
      .where((eb) => eb.or([eb('post_id', '=', postId), eb.and([eb('post_id', 'is', null), eb('uploaded_by', '=', userId)])]))
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Notes which pictures of a post are in none of its texts any more. */
  async markUnused(tx: EntityManager, postId: string): Promise<void> {
    await db(tx)
      .updateTable('analysis_pictures as p')
      .set({ unused_since: now })
      .where('p.post_id', '=', postId)
      .where('p.unused_since', 'is', null)
      .where((eb) => eb.not(namedByPost(eb)))
      .where((eb) => eb.not(namedByRevision(eb)))
      .execute();
  }

  /** Deletes pictures that no text has used for a day, at most `limit`. Returns how many. */
  async deleteUnused(limit: number): Promise<number> {
    const due = db(this.em)
      .selectFrom('analysis_pictures')
      .select('id')
      .where('unused_since', '<', sql<string>`now() - interval '1 day'`)
      .orderBy('unused_since')
      .limit(limit)
      // A save that uses one again holds its row: it is left to the next run.
      .forUpdate()
      .skipLocked();
    const { numDeletedRows } = await db(this.em).deleteFrom('analysis_pictures').where('id', 'in', due).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
