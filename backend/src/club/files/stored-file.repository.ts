import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const unfinished = ['queued', 'running', 'ready'] as const;

/** Statements about the table `files`; rows are written through the entity. */
@Injectable()
export class StoredFileRepository {
  constructor(private readonly em: EntityManager) {}

  /** Counts the member's files of the last 24 hours. */
  async countToday(em: EntityManager, userId: string): Promise<number> {
    const { count } = await db(em)
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Deletes the row of a profile image of this user. Returns its storage key, or null where there is none. */
  async deleteProfileImage(tx: EntityManager, userId: string, id: string): Promise<string | null> {
    const row = await db(tx)
      .deleteFrom('files')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('purpose', '=', 'profile-image')
      .returning('storage_key')
      .executeTakeFirst();
    return row?.storage_key ?? null;
  }

  /** Returns which of these storage keys belong to a file, or to a part of a data export that has not expired. */
  async findKnownKeys(keys: readonly string[]): Promise<Set<string>> {
    const isAmong = sql<SqlBool>`storage_key = any(${keys}::text[])`;
    const parts = db(this.em)
      .selectFrom('data_exports')
      .select(sql<string>`jsonb_array_elements_text(parts)`.as('storage_key'))
      .where('state', 'in', unfinished);
    const rows = await db(this.em)
      .selectFrom('files')
      .select('storage_key')
      .where(isAmong)
      .unionAll(db(this.em).selectFrom(parts.as('live')).select('storage_key').where(isAmong))
      .execute();
    return new Set(rows.map(({ storage_key }) => storage_key));
  }

  /** Returns the ids of files created before `before` whose storage key is not in `present`. */
  async findWithoutBytes(present: ReadonlySet<string>, before: Date): Promise<string[]> {
    const missing: string[] = [];
    let after = FIRST_ID;
    for (;;) {
      const rows = await db(this.em)
        .selectFrom('files')
        .select(['id', 'storage_key'])
        .where('id', '>', after)
        .where('created_at', '<', before.toISOString())
        .orderBy('id')
        .limit(BATCH)
        .execute();
      missing.push(...rows.filter(({ storage_key }) => !present.has(storage_key)).map(({ id }) => id));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return missing;
      after = last.id;
    }
  }
}
