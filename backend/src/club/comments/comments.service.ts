import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { inboxChanged, LiveEvents } from '../../messaging/live/index.js';
import { InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { CommentListRepository } from './comment-list.repository.js';
import { CommentMentionRepository } from './comment-mention.repository.js';
import { CommentMentions } from './comment-mentions.service.js';
import { CommentNotices } from './comment-notices.service.js';
import { CommentRepository, type LockedComment } from './comment.repository.js';
import { forReader } from './comment.rules.js';
import { CommentNotVisible, CommentsForReaders, EditTimeOver, NotYourComment, OwnComment } from './comments.errors.js';
import { findSubject, readSubject } from './comment-subject.query.js';
import { CommunityService } from './community.service.js';
import { EDIT_MINUTES, FIRST_REPLIES } from './community.settings.js';
import type { CommentOrder, CommentRow, CommentSubject, ListedComment, Reaction, ReportReason } from './comment.types.js';

/** What an address names. */
export interface SubjectAddress {
  on: CommentSubject['kind'];
  /** The slug of a post, the id of a signal. */
  subject: string;
}

export interface PageRequest {
  after: string | null;
  limit: number;
}

/** Comments of those who may read what they are about. Each method throws CommentsForReaders (403) and NotFound. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly comments: CommentRepository,
    private readonly lists: CommentListRepository,
    private readonly community: CommunityService,
    private readonly mentions: CommentMentions,
    private readonly mentioned: CommentMentionRepository,
    private readonly notices: CommentNotices,
    private readonly limits: RateLimits,
    private readonly live: LiveEvents,
  ) {}

  /** Returns one page of comments, each with its first replies. */
  async page(
    actor: Actor,
    address: SubjectAddress,
    { order, after, limit }: PageRequest & { order: CommentOrder },
  ): Promise<{ comments: ListedComment[]; hasMore: boolean }> {
    const subject = await this.subjectOf(this.em, actor, address);
    const found = await this.lists.findPage(this.em, subject, { readerId: actor.userId, order, after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const replies = await this.lists.findFirstReplies(
      this.em,
      shown.map(({ id }) => id),
      actor.userId,
      FIRST_REPLIES + 1,
    );
    const comments = shown.map((comment) => {
      const own = replies.filter(({ parentId }) => parentId === comment.id);
      return listed(comment, actor, own.slice(0, FIRST_REPLIES), own.length > FIRST_REPLIES);
    });
    return { comments, hasMore: found.length > limit };
  }

  /** Returns replies to a comment, oldest first. */
  async replies(actor: Actor, id: string, { after, limit }: PageRequest): Promise<{ comments: ListedComment[]; hasMore: boolean }> {
    const parent = await this.lists.find(this.em, id, actor.userId);
    if (!parent) throw new NotFound('comment');
    await this.mustRead(this.em, actor, parent.subject);
    const found = await this.lists.findReplies(this.em, id, { readerId: actor.userId, after, limit: limit + 1 });
    return { comments: found.slice(0, limit).map((reply) => listed(reply, actor)), hasMore: found.length > limit };
  }

  /** Stores a comment or a reply. Throws TooMany, NotInCommunity, CommentsMuted, CommentsBanned; InvalidInput for what cannot be stored. */
  async post(tx: EntityManager, actor: Actor, address: SubjectAddress, parentId: string | null, typed: string): Promise<ListedComment> {
    const { userId } = actor;
    const subject = await this.subjectOf(tx, actor, address);
    const parent = parentId === null ? null : await this.parentOf(tx, subject, parentId);
    await this.community.mustWrite(tx, userId);
    await this.limits.consume('commentMinuteUser', userId);
    await this.limits.consume('commentDayUser', userId);
    const { text, mentions } = await this.mentions.find(tx, subject, typed);
    const id = await this.comments.insert(tx, { subject, parentId, authorId: userId, text });
    await this.mentioned.replace(tx, id, mentions);
    if (parent) await this.notices.tellOfReply(tx, { replyId: id, authorId: userId, parent });
    await this.notices.tellOfMentions(tx, { id, subject, authorId: userId, parentAuthorId: parent?.authorId ?? null }, mentions);
    return listed((await this.lists.find(tx, id, userId))!, actor);
  }

  /** Throws NotYourComment (403), EditTimeOver and CommentNotVisible (409), and as `post` does for a member who may not write. */
  edit(actor: Actor, id: string, typed: string): Promise<ListedComment> {
    return this.change(actor, id, async (tx, comment) => {
      if (comment.authorId !== actor.userId) throw new NotYourComment();
      if (comment.state !== 'visible') throw new CommentNotVisible();
      if (!comment.mayEdit) throw new EditTimeOver();
      await this.community.mustWrite(tx, actor.userId);
      const { text, mentions } = await this.mentions.find(tx, comment.subject, typed);
      await this.comments.edit(tx, id, text);
      await this.notices.mentionsChanged(tx, comment, await this.mentioned.replace(tx, id, mentions), mentions);
    });
  }

  /** Deletes the text of the caller's own comment. Throws NotYourComment (403), CommentNotVisible (409). */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const comment = await this.comments.lock(tx, id);
      if (!comment) throw new NotFound('comment');
      if (comment.authorId !== actor.userId) throw new NotYourComment();
      // What the team has removed stays so, with its reason.
      if (comment.state === 'removed' || comment.state === 'deleted') throw new CommentNotVisible();
      await this.notices.withdraw(tx, comment);
      await this.comments.move(tx, id, 'deleted', null);
      await this.comments.resolveReports(tx, id);
      await this.live.publish(tx, inboxChanged('comment'));
    });
  }

  /** Reports a comment to the team. Throws OwnComment, CommentNotVisible (409), TooMany. */
  report(actor: Actor, id: string, reason: ReportReason, details: string | null): Promise<ListedComment> {
    return this.change(actor, id, async (tx, comment) => {
      mustBeOthers(comment, actor);
      await this.limits.consume('commentReportUser', actor.userId);
      await this.comments.report(tx, { commentId: id, userId: actor.userId, reason, details });
      await this.live.publish(tx, inboxChanged('comment'));
    });
  }

  /** Adds or takes back a reaction. Throws OwnComment, CommentNotVisible (409), TooMany, and as `post` does for who may not write. */
  react(actor: Actor, id: string, reaction: Reaction, isOn: boolean): Promise<ListedComment> {
    return this.change(actor, id, async (tx, comment) => {
      mustBeOthers(comment, actor);
      await this.limits.consume('commentReactionUser', actor.userId);
      if (!isOn) return this.comments.unreact(tx, id, actor.userId, reaction);
      await this.community.mustWrite(tx, actor.userId);
      return this.comments.react(tx, id, actor.userId, reaction);
    });
  }

  private change(actor: Actor, id: string, act: (tx: EntityManager, comment: LockedComment) => Promise<void>): Promise<ListedComment> {
    return this.em.transactional(async (tx) => {
      const comment = await this.comments.lock(tx, id, EDIT_MINUTES);
      if (!comment) throw new NotFound('comment');
      await this.mustRead(tx, actor, comment.subject);
      await act(tx, comment);
      return listed((await this.lists.find(tx, id, actor.userId))!, actor);
    });
  }

  private async subjectOf(em: EntityManager, actor: Actor, { on, subject }: SubjectAddress): Promise<CommentSubject> {
    const found = await findSubject(em, on, subject);
    if (!found) throw new NotFound(on);
    await this.mustRead(em, actor, found);
    return found;
  }

  private async mustRead(em: EntityManager, actor: Actor, subject: CommentSubject): Promise<void> {
    const read = await readSubject(em, subject);
    if (!read) throw new NotFound('comment');
    if (!read.mayRead(actor)) throw new CommentsForReaders();
  }

  private async parentOf(tx: EntityManager, subject: CommentSubject, id: string): Promise<LockedComment> {
    const parent = await this.comments.lock(tx, id);
    if (parent?.subject.id !== subject.id) throw InvalidInput.field('parentId', 'There is no such comment on this page');
    if (parent.parentId !== null) throw InvalidInput.field('parentId', 'Reply to the comment itself, not to a reply');
    if (parent.state !== 'visible') throw new CommentNotVisible();
    return parent;
  }
}

function mustBeOthers({ authorId, state }: LockedComment, { userId }: Actor): void {
  if (state !== 'visible') throw new CommentNotVisible();
  if (authorId === userId) throw new OwnComment();
}

const listed = (comment: CommentRow, { userId }: Actor, replies: CommentRow[] = [], hasMoreReplies = false): ListedComment => ({
  ...forReader(comment, userId),
  replies: replies.map((reply) => ({ ...forReader(reply, userId), replies: [], hasMoreReplies: false })),
  hasMoreReplies,
});
