import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { teamRoleOf } from '../../platform/domain/index.js';
import type { Standing } from '../../platform/http/index.js';
import type { Mention } from './comment.types.js';
import type { NamedMember } from './mention.rules.js';

/** Statements about who is mentioned in comments. `CommentListRepository` reads them for lists. */
@Injectable()
export class CommentMentionRepository {
  /** Returns the members with these keys of names, and what decides about their access. */
  async findNamed(em: EntityManager, nameKeys: readonly string[]): Promise<(NamedMember & Standing)[]> {
    if (nameKeys.length === 0) return [];
    const rows = await db(em)
      .selectFrom('community_profiles as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.user_id as userId', 'p.display_name as displayName', 'u.role', 'u.team_role as teamRole'])
      .select((eb) => eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'))
      .where('p.name_key', 'in', nameKeys)
      .execute();
    return rows.map((row) => ({ ...row, teamRole: teamRoleOf(row) }));
  }

  /** Replaces the mentions of a comment. Returns the users whom it mentioned before. */
  async replace(tx: EntityManager, commentId: string, mentions: readonly Mention[]): Promise<string[]> {
    const before = await this.delete(tx, commentId);
    const rows = mentions.map(({ start, length, userId }) => ({ comment_id: commentId, starts_at: start, length, user_id: userId }));
    if (rows.length > 0) await db(tx).insertInto('comment_mentions').values(rows).execute();
    return before;
  }

  /** Returns the users whom it mentioned. */
  async delete(tx: EntityManager, commentId: string): Promise<string[]> {
    const rows = await db(tx).deleteFrom('comment_mentions').where('comment_id', '=', commentId).returning('user_id').execute();
    return idsOf(rows);
  }

  async mentioned(em: EntityManager, commentId: string): Promise<string[]> {
    return idsOf(await db(em).selectFrom('comment_mentions').select('user_id').where('comment_id', '=', commentId).execute());
  }
}

const idsOf = (rows: readonly { user_id: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))),
];
