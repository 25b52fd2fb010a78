import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { uuidv7 } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import type { NewNotice, NoticeItem, NoticePosition, NoticeReader } from './notice.types.js';
import { allItems, instantOf, MAX_COUNTED, microsOf, reader } from './notice-items.query.js';
import { broadcastFacts } from './broadcast-facts.rules.js';
import { signalFacts } from './signal-facts.rules.js';
import type { NoticeFacts } from './notice.types.js';

interface ItemRow {
  id: string;
  micros: string;
  kind: string;
  content: string;
  is_read: boolean;
}

/** Statements about the table `notices`, and the list that it is a part of. */
@Injectable()
export class NoticeRepository {
  constructor(private readonly em: EntityManager) {}

  /** Stores notices to members. Returns whose of them are new: what was told before and what is for the team is left out. */
  async insertAll(tx: EntityManager, notices: readonly NewNotice[]): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      insert into notices (id, user_id, kind, dedupe_key, facts)
      select n.id, n.user_id, n.kind, n.dedupe_key, n.facts
      from unnest(${notices.map(() => uuidv7())}::uuid[], ${notices.map(({ userId }) => userId)}::uuid[],
        ${notices.map(({ kind }) => kind)}::text[], ${notices.map(({ dedupeKey }) => dedupeKey)}::text[],
        ${notices.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as n (id, user_id, kind, dedupe_key, facts)
      join users u on u.id = n.user_id and u.role <> 'admin'
      on conflict (user_id, dedupe_key) do nothing returning user_id`.execute(db(tx));
    return [...new Set(rows.map(({ user_id }) => user_id))];
  }

  /** Deletes a notice and ends the event that brings it to the channels. Returns whether there was one. */
  async withdraw(tx: EntityManager, userId: string, dedupeKey: string): Promise<boolean> {
    const notice = await db(tx)
      .deleteFrom('notices')
      .where('user_id', '=', userId)
      .where('dedupe_key', '=', dedupeKey)
      .returning('id')
      .executeTakeFirst();
    if (!notice) return false;
    await db(tx)
      .updateTable('events')
      .set({ expires_at: sql<string>`now()` })
      .where('subject_id', '=', notice.id)
      .where('audience', '=', 'owner')
      .execute();
    return true;
  }

  /** Returns the newest items of a member below a position. */
  async findPage(who: NoticeReader, before: NoticePosition | null, limit: number): Promise<NoticeItem[]> {
    const { rows } = await sql<ItemRow>`
      with r as (${reader(who)})
      select i.id, ${microsOf(sql`i.at`)} as micros, i.kind, i.content, i.is_read
      from (${allItems(who, { before, limit })}) i order by i.at desc, i.id desc limit ${limit}`.execute(db(this.em));
    return rows.map(itemOf);
  }

  /** Counts what a member has not read, up to MAX_COUNTED. */
  async countUnread(who: NoticeReader, em = this.em): Promise<number> {
    const { rows } = await sql<{ unread: number }>`
      with r as (${reader(who)})
      select count(*)::int as unread from (
        select from (${allItems(who, { unreadOnly: true, limit: MAX_COUNTED })}) i limit ${sql.lit(MAX_COUNTED)}) counted`.execute(db(em));
    return rows[0]?.unread ?? 0;
  }

  /** Marks a member's notice as read. Returns false where they have none of this id. */
  async markRead(tx: EntityManager, userId: string, id: string): Promise<boolean> {
    const marked = await db(tx)
      .updateTable('notices')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', sql<string>`now()`) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    return marked !== undefined;
  }

  /** Marks every notice of a member up to a position as read. */
  async markReadUpTo(tx: EntityManager, userId: string, upTo: NoticePosition): Promise<void> {
    await db(tx)
      .updateTable('notices')
      .set({ read_at: sql<string>`now()` })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where(sql<boolean>`(created_at, id) <= (${instantOf(upTo)}, ${upTo.id}::uuid)`)
      .execute();
  }
}

function factsOf(kind: string, content: string): NoticeFacts {
  if (kind.startsWith('signal.')) return signalFacts(content);
  return kind === 'broadcast' ? broadcastFacts(content) : (JSON.parse(content) as NoticeFacts);
}

function itemOf({ id, micros, kind, content, is_read: isRead }: ItemRow): NoticeItem {
  const position = { micros: BigInt(micros), id };
  return { position, kind, facts: factsOf(kind, content), at: new Date(Number(position.micros / 1000n)), isRead };
}
