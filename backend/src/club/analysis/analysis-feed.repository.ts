import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { instantOf, type NoticePosition } from '../../messaging/notices/index.js';

export interface FeedQuery {
  q?: string | undefined;
  tag?: string | undefined;
  pair?: string | undefined;
  /** Null: the newest. */
  before: NoticePosition | null;
  limit: number;
}

export type FeedPost = Awaited<ReturnType<AnalysisFeedRepository['findPage']>>[number];
export type ReadPost = NonNullable<Awaited<ReturnType<AnalysisFeedRepository['findBySlug']>>>;
export type AtomPost = Awaited<ReturnType<AnalysisFeedRepository['findNewestPublic']>>[number];

const micros = sql<string>`(extract(epoch from p.published_at) * 1000000)::bigint::text`;

/** Statements about published posts, for their readers. Each page is one statement, and reads no text but that of its one post. */
@Injectable()
export class AnalysisFeedRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns published posts below a position. */
  async findPage({ q, tag, pair, before, limit }: FeedQuery) {
    const rows = await this.published()
      .$if(q !== undefined && q !== '', (query) => query.where(sql<SqlBool>`p.search @@ websearch_to_tsquery('simple', ${q})`))
      .$if(tag !== undefined, (query) => query.where(sql<SqlBool>`p.tags @> ${JSON.stringify([tag])}::jsonb`))
      .$if(pair !== undefined, (query) => query.where(sql<SqlBool>`p.pairs @> ${JSON.stringify([pair])}::jsonb`))
      .$if(before !== null, (query) => query.where(sql<SqlBool>`(p.published_at, p.id) < (${instantOf(before!)}, ${before!.id}::uuid)`))
      .orderBy('p.published_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(datesOf);
  }

  async findBySlug(slug: string) {
    const row = await this.published().select('p.body').where('p.slug', '=', slug).executeTakeFirst();
    return row && datesOf(row);
  }

  /** Returns the newest posts that everybody may read, with their texts. */
  async findNewestPublic(limit: number) {
    const rows = await this.published()
      .select('p.body')
      .where('p.audience', '=', 'public')
      .orderBy('p.published_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(datesOf);
  }

  async findAddresses(limit: number): Promise<{ slug: string; changedAt: Date }[]> {
    const rows = await db(this.em)
      .selectFrom('analysis_posts')
      .select(['slug', sql<string>`coalesce(edited_at, published_at)`.as('changed_at')])
      .where('state', '=', 'published')
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ slug, changed_at }) => ({ slug, changedAt: new Date(changed_at) }));
  }

  /** When a post last changed that is published, or was: a withdrawal changes the feed too. Null: there is none. */
  async findLastChange(): Promise<Date | null> {
    const { last } = await db(this.em)
      .selectFrom('analysis_posts')
      .select((eb) => eb.fn.max('updated_at').as('last'))
      .where('published_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return last === null ? null : new Date(last);
  }

  private published() {
    return db(this.em)
      .selectFrom('analysis_posts as p')
      .select(['p.id', 'p.slug', 'p.title', 'p.summary', 'p.pairs', 'p.tags', 'p.audience', 'p.language', 'p.words'])
      .select(['p.published_at', 'p.edited_at', micros.as('micros')])
      .where('p.state', '=', 'published');
  }
}

function datesOf<Row extends { published_at: string | null; edited_at: string | null; micros: string }>(row: Row) {
  const { published_at, edited_at, micros: at, ...same } = row;
  return {
    ...same,
    position: { micros: BigInt(at), id: (row as Row & { id: string }).id },
    publishedAt: new Date(published_at!),
    editedAt: edited_at === null ? null : new Date(edited_at),
  };
}
