import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ChannelEvents } from '../../messaging/channels/index.js';
import { clubNewsCame, LiveEvents } from '../../messaging/live/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { AnalysisPostRepository, type LockedPost } from './analysis-post.repository.js';

/** Posts of one run of the job. More wait for the next one. */
const MOST_AT_ONCE = 50;
/** How long a message about a new post is of use. */
const DELIVERED_FOR_MS = 86_400_000;

/** Publishes posts: the state, the messages to its readers and the audit record commit together. */
@Injectable()
export class AnalysisPublisher {
  constructor(
    private readonly em: EntityManager,
    private readonly posts: AnalysisPostRepository,
    private readonly events: ChannelEvents,
    private readonly live: LiveEvents,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Publishes scheduled posts whose time has come, each in a transaction. May run twice, also at the same time. A post that fails holds no
   * other up; the first error is thrown at the end.
   */
  async publishDue(): Promise<void> {
    const errors: unknown[] = [];
    for (const id of await this.posts.findDue(MOST_AT_ONCE)) {
      const publishing = this.em.transactional(async (tx) => {
        const post = await this.posts.lockDue(tx, id);
        if (post) await this.publish(tx, post, null);
      });
      await publishing.catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Publishes a locked post. Only the first publication notifies members. `actor` is null for a scheduled publication. */
  async publish(tx: EntityManager, post: LockedPost, actor: Actor | null): Promise<void> {
    await this.posts.move(tx, post.id, 'published', null);
    await this.audit.record(tx, {
      action: 'analysis.publish',
      actorId: actor?.userId ?? null,
      actorRole: actor?.role ?? null,
      targetType: 'analysis',
      targetId: post.id,
      detail: { audience: post.audience, revision: post.revision },
    });
    if (post.publishedAt !== null) return;
    await this.live.publish(tx, clubNewsCame('all'));
    await this.announce(tx, post);
  }

  private announce(tx: EntityManager, { id, slug, title, summary, audience, pairs, tags }: LockedPost): Promise<void> {
    const at = this.clock.now();
    return this.events.announce(tx, {
      kind: 'analysis.published',
      subjectId: id,
      data: { id, slug, title, summary, audience, pairs, tags, published_at: at.toISOString() },
      at,
      expiresAt: new Date(at.getTime() + DELIVERED_FOR_MS),
    });
  }
}
