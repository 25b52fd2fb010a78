import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { NotFound, uuidv7 } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { isMailable } from '../../messaging/mail/index.js';
import { slugOf } from './analysis-content.rules.js';
import type { PostAudience, PostContent, PostState } from './analysis.types.js';
import { wordsIn } from './markdown-check.rules.js';

export const postSorts = ['updatedAt', 'publishedAt', 'title'] as const;
export type PostSort = (typeof postSorts)[number];

export interface PostFilter {
  id?: string[];
  q?: string;
  state?: PostState;
  audience?: PostAudience;
}

export type PostRecord = Awaited<ReturnType<AnalysisPostRepository['getById']>>;
export type LockedPost = NonNullable<Awaited<ReturnType<AnalysisPostRepository['lock']>>>;

type Joined = Database & { p: Database['analysis_posts'] };
const column = expressionBuilder<Joined, 'p'>();
const sortColumns: Record<PostSort, readonly SortColumn[]> = {
  updatedAt: [column.ref('p.updated_at')],
  publishedAt: [{ nullable: column.ref('p.published_at') }],
  title: [column.ref('p.title')],
};

/** Key of the advisory lock under which slugs are given. */
const SLUG_LOCK = 7_489_357;
const now = sql<string>`now()`;
const json = (value: unknown) => sql<string[]>`${JSON.stringify(value)}::jsonb`;

/** Reads and writes posts for the console. AnalysisFeedRepository reads published posts for everybody else. */
@Injectable()
export class AnalysisPostRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<PostSort, PostFilter>): Promise<PageOf<PostRecord>> {
    const { rows, total } = await readPage(
      db(this.em),
      this.rows(filter).$call(orderByColumns([...sortColumns[sort], column.ref('p.id')], order)),
      this.matching(filter),
      page,
    );
    return { rows: rows.map(toRecord), total };
  }

  /** Throws NotFound. */
  async getById(id: string) {
    const row = await this.rows({ id: [id] }).executeTakeFirst();
    if (!row) throw new NotFound('analysis');
    return toRecord(row);
  }

  /** Stores a draft. Returns its id. */
  async insert(tx: EntityManager, authorId: string, content: PostContent): Promise<string> {
    const id = uuidv7();
    const slug = await this.freeSlug(tx, id, content.title);
    await db(tx)
      .insertInto('analysis_posts')
      .values({ id, slug, author_id: authorId, ...columnsOf(content), search: sql<string>`default` })
      .execute();
    return id;
  }

  /** Locks a post for a change. */
  lock(tx: EntityManager, id: string) {
    return this.locked(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  }

  /** Returns the ids of scheduled posts whose time has come. */
  async findDue(limit: number): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('analysis_posts')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', now)
      .orderBy('publish_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Locks a post that is due; undefined where it is not, or another worker has it. */
  lockDue(tx: EntityManager, id: string) {
    return this.locked(tx)
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
  }

  /** Replaces the text. The slug follows the title until the first publication; a published text is marked as edited. */
  async save(tx: EntityManager, { id, publishedAt, state }: LockedPost, content: PostContent): Promise<void> {
    const slug = publishedAt === null ? { slug: await this.freeSlug(tx, id, content.title) } : {};
    await db(tx)
      .updateTable('analysis_posts')
      .set((eb) => ({
        ...columnsOf(content),
        ...slug,
        ...(state === 'published' && { edited_at: now }),
        revision: eb('revision', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', id)
      .execute();
  }

  /** Sets state and schedule. The time of the first publication stays. */
  async move(tx: EntityManager, id: string, state: PostState, publishAt: Date | null): Promise<void> {
    await db(tx)
      .updateTable('analysis_posts')
      .set((eb) => ({
        state,
        publish_at: publishAt?.toISOString() ?? null,
        ...(state === 'published' && { published_at: eb.fn.coalesce('published_at', now) }),
        updated_at: now,
      }))
      .where('id', '=', id)
      .execute();
  }

  /** Counts members with a notification centre: those who confirmed their address and whose account is in order. */
  async countMembers(em: EntityManager): Promise<number> {
    const { members } = await db(em)
      .selectFrom('users as u')
      .select((eb) => eb.fn.countAll<string>().as('members'))
      .where('u.role', '<>', 'admin')
      .where(isMailable)
      .executeTakeFirstOrThrow();
    return Number(members);
  }

  private locked(tx: EntityManager) {
    return db(tx)
      .selectFrom('analysis_posts')
      .select(['id', 'slug', 'title', 'summary', 'body', 'pairs', 'tags', 'audience', 'language', 'state', 'revision'])
      .select(['published_at as publishedAt', 'author_id as authorId']);
  }

  /** Takes turns: of two posts with one title the second gets a suffix from its id. */
  private async freeSlug(tx: EntityManager, id: string, title: string): Promise<string> {
    await sql`select pg_advisory_xact_lock(${sql.lit(SLUG_LOCK)})`.execute(db(tx));
    const [wanted, suffix] = [slugOf(title), id.slice(-12)];
    if (wanted === '') return suffix;
    const taken = await db(tx)
      .selectFrom('analysis_posts')
      .select('id')
      .where('slug', '=', wanted)
      .where('id', '<>', id)
      .executeTakeFirst();
    return taken ? `${wanted}-${suffix}` : wanted;
  }

  private rows(filter: PostFilter) {
    return this.matching(filter)
      .leftJoin('users as a', 'a.id', 'p.author_id')
      .select(['p.id', 'p.slug', 'p.title', 'p.summary', 'p.body', 'p.pairs', 'p.tags', 'p.audience', 'p.language', 'p.state'])
      .select(['p.words', 'p.revision', 'p.publish_at', 'p.published_at', 'p.edited_at', 'p.created_at', 'p.updated_at'])
      .select(optionalFullNameOf('a').as('author'));
  }

  private matching({ id, q, state, audience }: PostFilter) {
    return db(this.em)
      .selectFrom('analysis_posts as p')
      .$if(id !== undefined, (query) => query.where('p.id', 'in', id!.length > 0 ? id! : ['00000000-0000-0000-0000-000000000000']))
      .$if(q !== undefined && q !== '', (query) => query.where('p.title', 'ilike', containing(q!)))
      .$if(state !== undefined, (query) => query.where('p.state', '=', state!))
      .$if(audience !== undefined, (query) => query.where('p.audience', '=', audience!));
  }
}

function columnsOf({ title, summary, body, pairs, tags, audience, language }: PostContent) {
  return { title, summary, body, pairs: json(pairs), tags: json(tags), audience, language, words: wordsIn(body) };
}

type Row = Awaited<ReturnType<ReturnType<AnalysisPostRepository['rows']>['executeTakeFirstOrThrow']>>;
const dateOf = (stored: string | null) => (stored === null ? null : new Date(stored));

function toRecord({ publish_at, published_at, edited_at, created_at, updated_at, ...same }: Row) {
  return {
    ...same,
    publishAt: dateOf(publish_at),
    publishedAt: dateOf(published_at),
    editedAt: dateOf(edited_at),
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  };
}
