import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { CommentMentionRepository } from './comment-mention.repository.js';
import { readSubject } from './comment-subject.query.js';
import { CommentRepository, type LockedComment } from './comment.repository.js';
import type { CommentSubject, Mention } from './comment.types.js';

const replyKey = (replyId: string) => `comment-reply:${replyId}`;
const mentionKey = (commentId: string, userId: string) => `comment-mention:${commentId}:${userId}`;

interface MentioningComment {
  id: string;
  subject: CommentSubject;
  authorId: string | null;
  /** Who is told of the comment as a reply; null: nobody. */
  parentAuthorId: string | null;
}

/** Notifies members about replies to their comments, and comments that mention them. Notifications contain neither a text nor a name. */
@Injectable()
export class CommentNotices {
  constructor(
    private readonly comments: CommentRepository,
    private readonly mentions: CommentMentionRepository,
    private readonly mail: MailOutbox,
  ) {}

  /** Tells the author of `parent`, unless they replied to themselves, or may not read the page any more. */
  async tellOfReply(
    tx: EntityManager,
    { replyId, authorId, parent }: { replyId: string; authorId: string; parent: LockedComment },
  ): Promise<void> {
    const to = parent.authorId;
    if (to === null || to === authorId) return;
    const reader = await this.comments.standingOf(tx, to);
    const subject = await readSubject(tx, parent.subject);
    if (!reader || !subject?.mayRead(reader)) return;
    await this.mail.queue(tx, {
      letter: 'comment-reply',
      to,
      data: { on: parent.subject.kind, key: subject.key },
      dedupeKey: replyKey(replyId),
    });
  }

  /** Tells each member whom the comment mentions once, except its author and who is told of it as a reply. */
  async tellOfMentions(
    tx: EntityManager,
    { id, subject, authorId, parentAuthorId }: MentioningComment,
    mentions: readonly Mention[],
  ): Promise<void> {
    const to = mentionedIn(mentions).filter((userId) => userId !== authorId && userId !== parentAuthorId);
    const read = to.length > 0 ? await readSubject(tx, subject) : null;
    if (!read) return;
    await this.mail.queueAll(
      tx,
      to.map((userId) => ({
        letter: 'comment-mention' as const,
        to: userId,
        data: { on: subject.kind, key: read.key },
        dedupeKey: mentionKey(id, userId),
      })),
    );
  }

  /** After an edit: tells those who are mentioned now and were not before, and takes the notifications of the others back. */
  async mentionsChanged(
    tx: EntityManager,
    { id, subject, authorId, parentId }: LockedComment,
    before: readonly string[],
    mentions: readonly Mention[],
  ): Promise<void> {
    const now = mentionedIn(mentions);
    for (const userId of before) if (!now.includes(userId)) await this.mail.withdraw(tx, userId, mentionKey(id, userId));
    const parentAuthorId = parentId === null ? null : await this.comments.authorOf(tx, parentId);
    const added = mentions.filter(({ userId }) => userId !== null && !before.includes(userId));
    await this.tellOfMentions(tx, { id, subject, authorId, parentAuthorId }, added);
  }

  /**
   * Withdraws the notifications of a comment that is hidden, removed or deleted: from the notification centre, email and the channels.
   * Called before its mentions are deleted.
   */
  async withdraw(tx: EntityManager, { id, parentId }: Pick<LockedComment, 'id' | 'parentId'>): Promise<void> {
    const to = parentId === null ? null : await this.comments.authorOf(tx, parentId);
    if (to !== null) await this.mail.withdraw(tx, to, replyKey(id));
    for (const userId of await this.mentions.mentioned(tx, id)) await this.mail.withdraw(tx, userId, mentionKey(id, userId));
  }
}

const mentionedIn = (mentions: readonly Mention[]): string[] => [
  ...new Set(mentions.flatMap(({ userId }) => (userId === null ? [] : [userId]))),
];
