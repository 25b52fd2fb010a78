import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { teamRoleOf, uuidv7 } from '../../platform/domain/index.js';
import type { Standing } from '../../platform/http/index.js';
import type { CommentState, CommentSubject, Reaction, ReportReason } from './comment.types.js';

const now = sql<string>`now()`;

export type LockedComment = NonNullable<Awaited<ReturnType<CommentRepository['lock']>>>;

/** Statements that change comments, reactions and reports. */
@Injectable()
export class CommentRepository {
  async insert(
    tx: EntityManager,
    { subject, parentId, authorId, text }: { subject: CommentSubject; parentId: string | null; authorId: string; text: string },
  ): Promise<string> {
    const id = uuidv7();
    await db(tx)
      .insertInto('comments')
      .values({ id, subject_kind: subject.kind, subject_id: subject.id, parent_id: parentId, author_id: authorId, text })
      .execute();
    return id;
  }

  /** Locks a comment until the transaction ends. `mayEdit`: it is younger than `editMinutes`. */
  async lock(tx: EntityManager, id: string, editMinutes = 0) {
    const row = await db(tx)
      .selectFrom('comments')
      .select(['id', 'subject_kind', 'subject_id', 'parent_id as parentId', 'author_id as authorId', 'state'])
      .select(sql<boolean>`created_at > now() - make_interval(mins => ${editMinutes})`.as('mayEdit'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    const { subject_kind, subject_id, ...same } = row;
    return { ...same, subject: { kind: subject_kind, id: subject_id } satisfies CommentSubject };
  }

  /** Null: there is no such comment, or its author deleted their account. */
  async authorOf(em: EntityManager, id: string): Promise<string | null> {
    const row = await db(em).selectFrom('comments').select('author_id').where('id', '=', id).executeTakeFirst();
    return row?.author_id ?? null;
  }

  async edit(tx: EntityManager, id: string, text: string): Promise<void> {
    await db(tx).updateTable('comments').set({ text, edited_at: now }).where('id', '=', id).execute();
  }

  /** Deletes the text, and whom it mentions, with every state but `hidden` and `visible`. */
  async move(tx: EntityManager, id: string, state: CommentState, reason: string | null): Promise<void> {
    const keepsText = state === 'visible' || state === 'hidden';
    await db(tx)
      .updateTable('comments')
      .set({ state, reason, ...(!keepsText && { text: null }) })
      .where('id', '=', id)
      .execute();
    if (!keepsText) await db(tx).deleteFrom('comment_mentions').where('comment_id', '=', id).execute();
  }

  async react(tx: EntityManager, commentId: string, userId: string, reaction: Reaction): Promise<void> {
    await db(tx)
      .insertInto('comment_reactions')
      .values({ comment_id: commentId, user_id: userId, reaction })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async unreact(tx: EntityManager, commentId: string, userId: string, reaction: Reaction): Promise<void> {
    await db(tx)
      .deleteFrom('comment_reactions')
      .where('comment_id', '=', commentId)
      .where('user_id', '=', userId)
      .where('reaction', '=', reaction)
      .execute();
  }

  /** Stores a report. A member's second report of a comment replaces their first, and waits again. */
  async report(
    tx: EntityManager,
    { commentId, userId, reason, details }: { commentId: string; userId: string; reason: ReportReason; details: string | null },
  ): Promise<void> {
    await db(tx)
      .insertInto('comment_reports')
      .values({ id: uuidv7(), comment_id: commentId, user_id: userId, reason, details })
      .onConflict((conflict) =>
        conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason, details, created_at: now, resolved_at: null }),
      )
      .execute();
  }

  /** Closes the open reports of a comment. Returns how many there were. */
  async resolveReports(tx: EntityManager, commentId: string): Promise<number> {
    const { numUpdatedRows } = await db(tx)
      .updateTable('comment_reports')
      .set({ resolved_at: now })
      .where('comment_id', '=', commentId)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }

  /** What decides about the access of a user; null: there is no such user. */
  async standingOf(em: EntityManager, userId: string): Promise<Standing | null> {
    const row = await db(em)
      .selectFrom('users as u')
      .select(['u.role', 'u.team_role as teamRole'])
      .select((eb) => eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'))
      .where('u.id', '=', userId)
      .executeTakeFirst();
    return row ? { ...row, teamRole: teamRoleOf(row) } : null;
  }
}
