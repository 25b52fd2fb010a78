import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { readSubject } from './comment-subject.query.js';
import { CommentRepository, type LockedComment } from './comment.repository.js';

const keyOf = (replyId: string) => `comment-reply:${replyId}`;

/** Notifies authors of comments about replies. The notification contains neither a text nor a name. */
@Injectable()
export class CommentNotices {
  constructor(
    private readonly comments: CommentRepository,
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
    const subject = reader && (await readSubject(tx, parent.subject, reader));
    if (!subject?.mayRead) return;
    await this.mail.queue(tx, {
      letter: 'comment-reply',
      to,
      data: { on: parent.subject.kind, key: subject.key },
      dedupeKey: keyOf(replyId),
    });
  }

  /** Withdraws the notification of a reply that was hidden, removed or deleted: from the notification centre, email and the channels. */
  async withdraw(tx: EntityManager, { id, parentId }: Pick<LockedComment, 'id' | 'parentId'>): Promise<void> {
    if (parentId === null) return;
    const to = await this.comments.authorOf(tx, parentId);
    if (to !== null) await this.mail.withdraw(tx, to, keyOf(id));
  }
}
