import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { uuidv7 } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { readPage } from '../../platform/persistence/page.query.js';
import { db } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import type { LockedPost } from './analysis-post.repository.js';
import type { PostContent } from './analysis.types.js';

export interface KeptRevision {
  id: string;
  revision: number;
  content: PostContent;
  /** Null: their account no longer exists. */
  replacedBy: string | null;
  replacedAt: Date;
}

/** Every statement about the table `analysis_revisions`. */
@Injectable()
export class AnalysisRevisionRepository {
  constructor(private readonly em: EntityManager) {}

  /** Keeps the text of a post before it is replaced. */
  async keep(tx: EntityManager, post: LockedPost, editorId: string): Promise<void> {
    const { title, summary, body, pairs, tags, audience, language } = post;
    const content = { title, summary, body, pairs, tags, audience, language };
    await db(tx)
      .insertInto('analysis_revisions')
      .values({
        id: uuidv7(),
        post_id: post.id,
        revision: post.revision,
        content: sql<PostContent>`${JSON.stringify(content)}::jsonb`,
        replaced_by: editorId,
      })
      .execute();
  }

  /** Returns earlier texts of a post, the newest first. */
  async findPage(postId: string, page: Page): Promise<PageOf<KeptRevision>> {
    const matching = db(this.em).selectFrom('analysis_revisions as r').where('r.post_id', '=', postId);
    const { rows, total } = await readPage(
      db(this.em),
      matching
        .leftJoin('users as u', 'u.id', 'r.replaced_by')
        .select(['r.id', 'r.revision', 'r.content', 'r.replaced_at', optionalFullNameOf('u').as('replacedBy')])
        .orderBy('r.revision', 'desc'),
      matching,
      page,
    );
    return { rows: rows.map(({ replaced_at, ...same }) => ({ ...same, replacedAt: new Date(replaced_at) })), total };
  }
}
