import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { AnalysisPostRepository, type LockedPost } from './analysis-post.repository.js';
import { AnalysisTexts } from './analysis-texts.service.js';
import { AnalysisPublisher } from './analysis-publisher.service.js';
import { NothingToCorrect, PostChanged, PostMoveRefused } from './analysis.errors.js';
import { movesFrom, saveIn, type PostContent, type PostMove, type PostState } from './analysis.types.js';

/** How far ahead a post may be scheduled. */
const MAX_DAYS_AHEAD = 366;
const DAY_MS = 86_400_000;

/** Creates, edits, schedules, publishes and withdraws analyses. AnalysisPublisher publishes scheduled ones. */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly em: EntityManager,
    private readonly posts: AnalysisPostRepository,
    private readonly texts: AnalysisTexts,
    private readonly publisher: AnalysisPublisher,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Creates a draft in the transaction of `tx`. Returns its id. Throws InvalidInput for `body`. */
  async create(tx: EntityManager, actor: Actor, content: PostContent): Promise<string> {
    const id = await this.texts.create(tx, actor.userId, content);
    await this.record(tx, 'analysis.create', actor, id);
    return id;
  }

  /** Replaces the text of a draft, or of a post that was withdrawn. Throws NotFound, PostMoveRefused, PostChanged. */
  async edit(actor: Actor, id: string, revision: number, content: PostContent): Promise<void> {
    await this.em.transactional(async (tx) => {
      const post = await this.lock(tx, id);
      if (saveIn(post.state) !== 'edit') throw new PostMoveRefused('edit', post.state);
      await this.save(tx, actor, post, revision, content, 'analysis.edit');
    });
  }

  /** Replaces the text of a published or scheduled post. Sends no notifications. Throws NotFound, NothingToCorrect, PostChanged. */
  async correct(actor: Actor, id: string, revision: number, content: PostContent): Promise<void> {
    await this.em.transactional(async (tx) => {
      const post = await this.lock(tx, id);
      if (saveIn(post.state) !== 'correct') throw new NothingToCorrect();
      await this.save(tx, actor, post, revision, content, 'analysis.correct');
    });
  }

  /** Throws NotFound, PostMoveRefused, PostChanged, and InvalidInput for a time that has passed or is too far ahead. */
  async schedule(actor: Actor, id: string, revision: number, publishAt: Date): Promise<void> {
    const aheadMs = publishAt.getTime() - this.clock.now().getTime();
    if (aheadMs <= 0) throw InvalidInput.field('publishAt', 'Choose a time in the future');
    if (aheadMs > MAX_DAYS_AHEAD * DAY_MS) throw InvalidInput.field('publishAt', 'Choose a time within a year');
    await this.em.transactional(async (tx) => {
      await this.lockFor(tx, id, revision, 'schedule');
      await this.posts.move(tx, id, 'scheduled', publishAt);
      await this.record(tx, 'analysis.schedule', actor, id, { publishAt: publishAt.toISOString() });
    });
  }

  /** Publishes what the actor has seen, and tells its readers. Throws NotFound, PostMoveRefused, PostChanged. */
  async publish(actor: Actor, id: string, revision: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.publisher.publish(tx, await this.lockFor(tx, id, revision, 'publish'), actor);
    });
  }

  /** A draft again. Throws NotFound, PostMoveRefused. */
  unschedule(actor: Actor, id: string): Promise<void> {
    return this.move(actor, id, 'unschedule', 'draft');
  }

  /** Hides a published post from all readers. Throws NotFound, PostMoveRefused. */
  withdraw(actor: Actor, id: string): Promise<void> {
    return this.move(actor, id, 'withdraw', 'withdrawn');
  }

  private async move(actor: Actor, id: string, move: PostMove, state: PostState): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.lockFor(tx, id, null, move);
      await this.posts.move(tx, id, state, null);
      await this.record(tx, `analysis.${move}`, actor, id);
    });
  }

  private async save(tx: EntityManager, actor: Actor, post: LockedPost, revision: number, content: PostContent, action: string) {
    if (post.revision !== revision) throw new PostChanged();
    await this.texts.replace(tx, actor.userId, post, content);
    await this.record(tx, action, actor, post.id, { revision: revision + 1 });
  }

  private async lockFor(tx: EntityManager, id: string, revision: number | null, move: PostMove): Promise<LockedPost> {
    const post = await this.lock(tx, id);
    if (!movesFrom(post.state).includes(move)) throw new PostMoveRefused(move, post.state);
    if (revision !== null && post.revision !== revision) throw new PostChanged();
    return post;
  }

  private async lock(tx: EntityManager, id: string): Promise<LockedPost> {
    const post = await this.posts.lock(tx, id);
    if (!post) throw new NotFound('analysis');
    return post;
  }

  private record(tx: EntityManager, action: string, actor: Actor, id: string, detail: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record(tx, { action, actorId: actor.userId, actorRole: actor.role, targetType: 'analysis', targetId: id, detail });
  }
}
