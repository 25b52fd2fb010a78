import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AnalysisCharts } from './analysis-charts.service.js';
import { AnalysisPictures } from './analysis-pictures.service.js';
import { AnalysisPostRepository, type LockedPost } from './analysis-post.repository.js';
import { AnalysisRevisionRepository } from './analysis-revision.repository.js';
import type { PostContent } from './analysis.types.js';
import { chartsIn, picturesIn } from './markdown-check.rules.js';

/** Stores the texts of analyses with their pictures and charts. Throws InvalidInput for `body` where one of these is unknown. */
@Injectable()
export class AnalysisTexts {
  constructor(
    private readonly posts: AnalysisPostRepository,
    private readonly revisions: AnalysisRevisionRepository,
    private readonly pictures: AnalysisPictures,
    private readonly charts: AnalysisCharts,
  ) {}

  /** Stores a draft. Returns its id. */
  async create(tx: EntityManager, authorId: string, content: PostContent): Promise<string> {
    const id = await this.posts.insert(tx, authorId, content);
    await this.keepParts(tx, id, authorId, content);
    return id;
  }

  /** Replaces the text of a locked post. One that was published once is kept. */
  async replace(tx: EntityManager, editorId: string, post: LockedPost, content: PostContent): Promise<void> {
    if (post.publishedAt !== null) await this.revisions.keep(tx, post, editorId);
    await this.posts.save(tx, post, content);
    await this.keepParts(tx, post.id, editorId, content);
  }

  private async keepParts(tx: EntityManager, postId: string, userId: string, { body }: PostContent): Promise<void> {
    await this.charts.check(chartsIn(body));
    await this.pictures.attach(tx, postId, userId, picturesIn(body));
  }
}
