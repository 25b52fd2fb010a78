import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { clubItems, instantOf, reader } from './notice-items.query.js';
import type { NoticePosition, NoticeReader } from './notice.types.js';

/**
 * Items carry the time at which their transaction began, and become visible when it commits. What is younger than this is marked by its id,
 * so that an item that commits after a later one has been read is still unread.
 */
const SETTLED_MINUTES = 10;
/** Ids that a cursor holds. */
export const MAX_READ_IDS = 200;

/** Every statement about the table `notice_cursors`. */
@Injectable()
export class NoticeCursorRepository {
  /** Marks one item that is for many as read. Returns false where it is not for this member. */
  async markRead(tx: EntityManager, who: NoticeReader, id: string): Promise<boolean> {
    await this.lock(tx, who.userId);
    const { rows } = await sql<{ is_read: boolean }>`
      with r as (${reader(who)}) select i.is_read from (${clubItems(who)}) i where i.id = ${id}::uuid`.execute(db(tx));
    const [item] = rows;
    if (item && !item.is_read) await this.store(tx, who, sql`i.id = ${id}::uuid`, sql`r.read_until`);
    return item !== undefined;
  }

  /** Marks all items up to a position as read. The cursor never moves back. */
  async markReadUpTo(tx: EntityManager, who: NoticeReader, upTo: NoticePosition): Promise<void> {
    await this.lock(tx, who.userId);
    const settled = sql`least(${instantOf(upTo)}, now() - make_interval(mins => ${sql.lit(SETTLED_MINUTES)}))`;
    await this.store(tx, who, sql`(i.at, i.id) <= (${instantOf(upTo)}, ${upTo.id}::uuid)`, sql`greatest(r.read_until, ${settled})`);
  }

  /** Takes turns with other tabs of the member: each adds to what the one before has stored. */
  private async lock(tx: EntityManager, userId: string): Promise<void> {
    await sql`insert into notice_cursors (user_id, read_until, read_ids) values (${userId}, 'epoch', '[]')
      on conflict (user_id) do nothing`.execute(db(tx));
    await db(tx).selectFrom('notice_cursors').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  }

  /** Adds items to those that are read. Of more than MAX_READ_IDS the oldest move `read_until`. */
  private async store(
    tx: EntityManager,
    who: NoticeReader,
    isRead: ReturnType<typeof sql>,
    readUntil: ReturnType<typeof sql>,
  ): Promise<void> {
    await sql`
      with r as (${reader(who)}), u as (select ${readUntil} as read_until from r),
      i as (
        select i.id, i.at, row_number() over (order by i.at desc, i.id desc) as n
        from (${clubItems(who)}) i, u where i.at > u.read_until and (i.is_read or ${isRead}))
      update notice_cursors c set updated_at = now(),
        read_until = greatest((select read_until from u), (select max(i.at) from i where i.n > ${sql.lit(MAX_READ_IDS)})),
        read_ids = coalesce((select jsonb_agg(i.id order by i.n) from i where i.n <= ${sql.lit(MAX_READ_IDS)}), '[]')
      where c.user_id = ${who.userId}`.execute(db(tx));
  }
}
