import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { containing, orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import type { CommentState, ReportReason } from './comment.types.js';

export const moderationSorts = ['createdAt', 'reportedAt'] as const;
export type ModerationSort = (typeof moderationSorts)[number];

export interface ModerationFilter {
  state?: CommentState;
  /** Only comments with open reports. */
  reports?: 'open';
  q?: string;
}

export interface CommentReport {
  id: string;
  reason: ReportReason;
  details: string | null;
  /** The display name of the member who reported it; null: they have none. */
  by: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** Reports of one comment that are listed, newest first. */
const MAX_REPORTS = 100;

export type ModeratedComment = Awaited<ReturnType<CommentModerationRepository['findPage']>>['rows'][number];

const openReports = sql`from comment_reports r where r.comment_id = c.id and r.resolved_at is null`;
const reportedAt = sql<string | null>`(select min(r.created_at) ${openReports})`;

/** Comments as the team reads them. */
@Injectable()
export class CommentModerationRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({
    sort,
    order,
    filter,
    ...page
  }: ListQuery<ModerationSort, ModerationFilter>): Promise<PageOf<ReturnType<typeof toRecord>>> {
    const columns = sort === 'createdAt' ? [sql.ref('c.id')] : [{ nullable: reportedAt }, sql.ref('c.id')];
    const rows = this.rows(filter).$call(orderByColumns(columns, order));
    const found = await readPage(db(this.em), rows, this.matching(filter), page);
    return { rows: found.rows.map(toRecord), total: found.total };
  }

  async find(id: string): Promise<ModeratedComment | null> {
    const row = await this.rows({}).where('c.id', '=', id).executeTakeFirst();
    return row ? toRecord(row) : null;
  }

  async findReports(commentId: string): Promise<CommentReport[]> {
    const rows = await db(this.em)
      .selectFrom('comment_reports as r')
      .leftJoin('community_profiles as p', 'p.user_id', 'r.user_id')
      .select(['r.id', 'r.reason', 'r.details', 'p.display_name as by', 'r.created_at', 'r.resolved_at'])
      .where('r.comment_id', '=', commentId)
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(MAX_REPORTS)
      .execute();
    return rows.map(({ created_at, resolved_at, ...same }) => ({
      ...same,
      createdAt: new Date(created_at),
      resolvedAt: dateOrNull(resolved_at),
    }));
  }

  private rows(filter: ModerationFilter) {
    return this.matching(filter)
      .leftJoin('community_profiles as p', 'p.user_id', 'c.author_id')
      .leftJoin('users as u', 'u.id', 'c.author_id')
      .leftJoin('analysis_posts as a', 'a.id', 'c.subject_id')
      .leftJoin('signals as s', 's.id', 'c.subject_id')
      .select(['c.id', 'c.parent_id', 'c.text', 'c.state', 'c.reason', 'c.created_at', 'c.edited_at', 'c.author_id', 'c.subject_kind'])
      .select(['p.display_name', 'p.muted_until', 'p.muted_reason', 'p.banned_at', 'p.banned_reason'])
      .select((eb) => [
        eb('u.role', '=', 'admin').$castTo<boolean | null>().as('is_team'),
        eb.fn.coalesce('a.slug', sql<string>`c.subject_id::text`).as('subject_key'),
        eb.fn.coalesce('a.title', sql<string>`s.asset`).as('subject_title'),
        reportedAt.as('reported_at'),
        sql<number>`(select count(*)::int ${openReports})`.as('open_reports'),
      ]);
  }

  private matching({ state, reports, q }: ModerationFilter) {
    return db(this.em)
      .selectFrom('comments as c')
      .$if(state !== undefined, (query) => query.where('c.state', '=', state!))
      .$if(reports !== undefined, (query) => query.where(sql<SqlBool>`exists (select ${openReports})`))
      .$if(q !== undefined && q !== '', (query) => query.where('c.text', 'ilike', containing(q!)));
  }
}

type Row = Awaited<ReturnType<ReturnType<CommentModerationRepository['rows']>['executeTakeFirstOrThrow']>>;

function toRecord(row: Row) {
  return {
    id: row.id,
    isReply: row.parent_id !== null,
    text: row.text,
    state: row.state,
    reason: row.reason,
    createdAt: new Date(row.created_at),
    editedAt: dateOrNull(row.edited_at),
    author:
      row.author_id === null
        ? null
        : {
            userId: row.author_id,
            displayName: row.display_name,
            isTeam: row.is_team === true,
            mutedUntil: dateOrNull(row.muted_until),
            mutedReason: row.muted_reason,
            bannedAt: dateOrNull(row.banned_at),
            bannedReason: row.banned_reason,
          },
    subject: { kind: row.subject_kind, key: row.subject_key, title: row.subject_title },
    reportedAt: dateOrNull(row.reported_at),
    openReports: row.open_reports,
  };
}
