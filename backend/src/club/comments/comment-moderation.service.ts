import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { inboxChanged, LiveEvents } from '../../messaging/live/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { CommentNotices } from './comment-notices.service.js';
import { CommentRepository, type LockedComment } from './comment.repository.js';
import { afterModeration } from './comment-moderation.rules.js';
import { AuthorNotModerated, ModerationRefused, NotRestricted } from './comments-admin.errors.js';
import { CommunityProfileRepository } from './community-profile.repository.js';
import type { Moderation } from './comment.types.js';

/** What the team decides about comments and their authors. Each decision has a reason, which the author sees, and an audit record. */
@Injectable()
export class CommentModerationService {
  constructor(
    private readonly em: EntityManager,
    private readonly comments: CommentRepository,
    private readonly profiles: CommunityProfileRepository,
    private readonly notices: CommentNotices,
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
  ) {}

  /** Closes the open reports of the comment. Throws NotFound, ModerationRefused (409). */
  async moderate(actor: Actor, id: string, act: Moderation, reason: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const comment = await this.lock(tx, id);
      const state = afterModeration(act, comment.state);
      if (state === undefined) throw new ModerationRefused(act, comment.state);
      if (state !== 'visible') await this.notices.withdraw(tx, comment);
      if (act !== 'dismiss') await this.comments.move(tx, id, state, state === 'visible' ? null : reason);
      const reports = await this.comments.resolveReports(tx, id);
      await this.record(tx, actor, `comment.${act}`, comment, { reason, reports });
      if (reports > 0) await this.live.publish(tx, inboxChanged('comment'));
    });
  }

  /** Throws NotFound, AuthorNotModerated (409). */
  mute(actor: Actor, id: string, days: number, reason: string): Promise<void> {
    return this.restrict(actor, id, 'mute', { reason, days }, (tx, userId) => this.profiles.mute(tx, userId, days, reason));
  }

  /** Throws NotFound, AuthorNotModerated (409). */
  ban(actor: Actor, id: string, reason: string): Promise<void> {
    return this.restrict(actor, id, 'ban', { reason }, (tx, userId) => this.profiles.ban(tx, userId, reason));
  }

  /** Ends a mute and a ban. Throws NotFound, AuthorNotModerated, NotRestricted (409). */
  readmit(actor: Actor, id: string, reason: string): Promise<void> {
    return this.restrict(actor, id, 'readmit', { reason }, async (tx, userId) => {
      const profile = await this.profiles.lock(tx, userId);
      if (!profile?.mutedUntil && !profile?.bannedAt) throw new NotRestricted();
      await this.profiles.readmit(tx, userId);
    });
  }

  private async restrict(
    actor: Actor,
    id: string,
    act: string,
    detail: Record<string, unknown>,
    change: (tx: EntityManager, userId: string) => Promise<void>,
  ): Promise<void> {
    await this.em.transactional(async (tx) => {
      const comment = await this.lock(tx, id);
      const { authorId } = comment;
      if (authorId === null || (await this.profiles.isAdmin(tx, authorId))) throw new AuthorNotModerated();
      await change(tx, authorId);
      await this.record(tx, actor, `comment.${act}-author`, comment, detail);
    });
  }

  private async lock(tx: EntityManager, id: string): Promise<LockedComment> {
    const comment = await this.comments.lock(tx, id);
    if (!comment) throw new NotFound('comment');
    return comment;
  }

  private record(
    tx: EntityManager,
    { userId, role }: Actor,
    action: string,
    { id, authorId, subject }: LockedComment,
    detail: Record<string, unknown>,
  ): Promise<void> {
    const target = action.endsWith('-author') ? { targetType: 'user', targetId: authorId! } : { targetType: 'comment', targetId: id };
    return this.audit.record(tx, {
      action,
      actorId: userId,
      actorRole: role,
      ...target,
      detail: { ...detail, commentId: id, authorId, on: subject.kind },
    });
  }
}
