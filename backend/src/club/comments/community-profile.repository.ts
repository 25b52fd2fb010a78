import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { CommunityProfile } from './comment.types.js';

const now = sql<string>`now()`;
/** Key of the advisory lock under which names are given. */
const NAME_LOCK = 7_489_361;

/** Statements about community profiles. `CommentListRepository` joins them for lists. */
@Injectable()
export class CommunityProfileRepository {
  /** Returns null for a member who has not chosen a name. */
  async find(em: EntityManager, userId: string): Promise<CommunityProfile | null> {
    const row = await this.rows(em).where('user_id', '=', userId).executeTakeFirst();
    return row ? toProfile(row) : null;
  }

  /** As `find`, locked until the transaction ends. */
  async lock(tx: EntityManager, userId: string): Promise<CommunityProfile | null> {
    const row = await this.rows(tx).where('user_id', '=', userId).forUpdate().executeTakeFirst();
    return row ? toProfile(row) : null;
  }

  /** Takes the lock for display names until the transaction ends. Returns whether another member has this key. */
  async isTaken(tx: EntityManager, userId: string, nameKey: string): Promise<boolean> {
    await sql`select pg_advisory_xact_lock(${sql.lit(NAME_LOCK)})`.execute(db(tx));
    const other = await db(tx)
      .selectFrom('community_profiles')
      .select('user_id')
      .where('name_key', '=', nameKey)
      .where('user_id', '<>', userId)
      .executeTakeFirst();
    return other !== undefined;
  }

  /** Stores the name and the agreement. The time of the last change follows the name alone. */
  async save(
    tx: EntityManager,
    userId: string,
    { name, nameKey, guidelines }: { name: string; nameKey: string; guidelines: number },
  ): Promise<void> {
    await db(tx)
      .insertInto('community_profiles')
      .values({ user_id: userId, display_name: name, name_key: nameKey, guidelines_version: guidelines })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          display_name: name,
          name_key: nameKey,
          name_changed_at: eb
            .case()
            .when('community_profiles.display_name', '=', name)
            .then(eb.ref('community_profiles.name_changed_at'))
            .else(now)
            .end(),
          guidelines_version: guidelines,
          guidelines_agreed_at: eb
            .case()
            .when('community_profiles.guidelines_version', '=', guidelines)
            .then(eb.ref('community_profiles.guidelines_agreed_at'))
            .else(now)
            .end(),
        })),
      )
      .execute();
  }

  async mute(tx: EntityManager, userId: string, days: number, reason: string): Promise<void> {
    await db(tx)
      .updateTable('community_profiles')
      .set({ muted_until: sql<string>`now() + make_interval(days => ${days})`, muted_reason: reason })
      .where('user_id', '=', userId)
      .execute();
  }

  async ban(tx: EntityManager, userId: string, reason: string): Promise<void> {
    await db(tx).updateTable('community_profiles').set({ banned_at: now, banned_reason: reason }).where('user_id', '=', userId).execute();
  }

  /** Ends a mute and a ban. */
  async readmit(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('community_profiles')
      .set({ muted_until: null, muted_reason: null, banned_at: null, banned_reason: null })
      .where('user_id', '=', userId)
      .execute();
  }

  async isAdmin(em: EntityManager, userId: string): Promise<boolean> {
    const row = await db(em).selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
    return row?.role === 'admin';
  }

  private rows(em: EntityManager) {
    return db(em)
      .selectFrom('community_profiles')
      .select(['display_name', 'name_changed_at', 'guidelines_version', 'muted_until', 'muted_reason', 'banned_at', 'banned_reason']);
  }
}

type Row = Awaited<ReturnType<ReturnType<CommunityProfileRepository['rows']>['executeTakeFirstOrThrow']>>;

const toProfile = (row: Row): CommunityProfile => ({
  displayName: row.display_name,
  nameChangedAt: new Date(row.name_changed_at),
  guidelinesVersion: row.guidelines_version,
  mutedUntil: dateOrNull(row.muted_until),
  mutedReason: row.muted_reason,
  bannedAt: dateOrNull(row.banned_at),
  bannedReason: row.banned_reason,
});
