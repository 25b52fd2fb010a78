import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { db, type Database } from '../../database.js';

/** Inserts rows, or updates those that differ. */
export async function upsertChanged<T extends 'share_entries' | 'share_lines' | 'share_periods'>(
  tx: EntityManager,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  key: readonly string[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).filter((column) => !key.includes(column));
  const refs = (from: string): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(`${from}.${column}`)));
  const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
  await db(tx)
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .columns(key as never)
        .doUpdateSet(set as never)
        .where(sql<boolean>`(${refs(table)}) is distinct from (${refs('excluded')})`),
    )
    .execute();
}
