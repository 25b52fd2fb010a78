import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { CommentOrder, CommentRow, CommentSubject, Mention, Reaction } from './comment.types.js';

interface PageQuery {
  readerId: string;
  order: CommentOrder;
  /** The id of the last comment that was read; null: the first page. */
  after: string | null;
  limit: number;
}

/** Comments as their readers get them. Names are display names: no statement of this file reads a legal name. */
@Injectable()
export class CommentListRepository {
  /** Returns comments that are no replies, without those that have neither a text for this reader nor replies. */
  async findPage(em: EntityManager, { kind, id }: CommentSubject, { readerId, order, after, limit }: PageQuery): Promise<CommentRow[]> {
    const hasReplies = sql<SqlBool>`exists (select from comments r where r.parent_id = c.id and r.state = 'visible')`;
    const rows = await rowsFor(em, readerId)
      .where('c.subject_id', '=', id)
      .where('c.subject_kind', '=', kind)
      .where('c.parent_id', 'is', null)
      .where((eb) => eb.or([isShown(readerId), hasReplies]))
      .$if(after !== null, (query) => query.where('c.id', order === 'newest' ? '<' : '>', after!))
      .orderBy('c.id', order === 'newest' ? 'desc' : 'asc')
      .limit(limit)
      .execute();
    return rows.map(toComment);
  }

  /** Returns replies to a comment, oldest first, above the id `after`. */
  async findReplies(em: EntityManager, parentId: string, { readerId, after, limit }: Omit<PageQuery, 'order'>): Promise<CommentRow[]> {
    const rows = await rowsFor(em, readerId)
      .where('c.parent_id', '=', parentId)
      .where(isShown(readerId))
      .$if(after !== null, (query) => query.where('c.id', '>', after!))
      .orderBy('c.id')
      .limit(limit)
      .execute();
    return rows.map(toComment);
  }

  /** Returns the first `limit` replies to each of these comments, oldest first. */
  async findFirstReplies(em: EntityManager, parentIds: readonly string[], readerId: string, limit: number): Promise<CommentRow[]> {
    if (parentIds.length === 0) return [];
    const first = sql<string>`(select f.id from unnest(${parentIds}::uuid[]) as p (id) cross join lateral (
      select c.id from comments c where c.parent_id = p.id and ${isShown(readerId)} order by c.id limit ${limit}) f)`;
    const rows = await rowsFor(em, readerId)
      .where(sql<SqlBool>`c.id in ${first}`)
      .orderBy('c.id')
      .execute();
    return rows.map(toComment);
  }

  async find(em: EntityManager, id: string, readerId: string): Promise<CommentRow | null> {
    const row = await rowsFor(em, readerId).where('c.id', '=', id).executeTakeFirst();
    return row ? toComment(row) : null;
  }
}

/** A comment with a text for this reader: one that is visible, or their own that the team hid or removed. */
const isShown = (readerId: string) =>
  sql<SqlBool>`(c.state = 'visible' or (c.state in ('hidden', 'removed') and c.author_id = ${readerId}))`;

const rowsFor = (em: EntityManager, readerId: string) =>
  db(em)
    .selectFrom('comments as c')
    .leftJoin('community_profiles as p', 'p.user_id', 'c.author_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(['c.id', 'c.parent_id', 'c.subject_kind', 'c.subject_id', 'c.author_id', 'c.text', 'c.state', 'c.reason'])
    .select(['c.created_at', 'c.edited_at', 'p.display_name'])
    .select((eb) => [
      eb('u.role', '=', 'admin').$castTo<boolean | null>().as('is_team'),
      sql<Partial<Record<Reaction, number>>>`(select coalesce(jsonb_object_agg(g.reaction, g.n), '{}') from (
        select x.reaction, count(*)::int as n from comment_reactions x where x.comment_id = c.id group by x.reaction) g)`.as('counts'),
      sql<Reaction[]>`(select coalesce(jsonb_agg(x.reaction order by x.reaction), '[]') from comment_reactions x
        where x.comment_id = c.id and x.user_id = ${readerId})`.as('mine'),
      sql<Mention[]>`(select coalesce(jsonb_agg(jsonb_build_object('start', m.starts_at, 'length', m.length, 'userId', m.user_id,
        'name', n.display_name) order by m.starts_at), '[]') from comment_mentions m
        left join community_profiles n on n.user_id = m.user_id where m.comment_id = c.id)`.as('mentions'),
      sql<boolean>`exists (select from comment_reports x where x.comment_id = c.id and x.user_id = ${readerId})`.as('is_reported'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rowsFor>['executeTakeFirstOrThrow']>>;

function toComment(row: Row): CommentRow {
  return {
    id: row.id,
    parentId: row.parent_id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    authorId: row.author_id,
    authorName: row.display_name,
    isTeam: row.is_team === true,
    text: row.text,
    mentions: row.mentions,
    state: row.state,
    reason: row.reason,
    createdAt: new Date(row.created_at),
    editedAt: dateOrNull(row.edited_at),
    counts: { agree: 0, thanks: 0, insightful: 0, ...row.counts },
    mine: row.mine,
    isReported: row.is_reported,
  };
}
