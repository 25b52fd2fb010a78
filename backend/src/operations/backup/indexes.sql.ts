import type pg from 'pg';
import { quoted } from './tables.sql.js';

/** Statements that recreate what was dropped, in order. */
export interface DroppedIndexes {
  create: string[];
}

interface ConstraintRow {
  table: string;
  name: string;
  definition: string;
}

/** Memory for building an index; the server's default assumes concurrent work. */
const BUILD_MEMORY = '256MB';

const keys = (types: string) => `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
     and c.relname <> 'mikro_orm_migrations' and k.contype in (${types})
   order by c.relname, k.contype, k.conname`;

/** Selects indexes that no constraint owns. */
const indexes = `select i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'mikro_orm_migrations'
     and not exists (select 1 from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
   order by c.relname, i.relname`;

/**
 * Drops every index, primary key, unique constraint and foreign key in the transaction of `client`: rows load many times faster without
 * them. Returns the catalog's definitions to recreate them. CHECK and NOT NULL constraints stay: they cost little.
 */
export async function dropIndexes(client: pg.Client): Promise<DroppedIndexes> {
  const { rows: references } = await client.query<ConstraintRow>(keys(`'f'`));
  const { rows: unique } = await client.query<ConstraintRow>(keys(`'p', 'u', 'x'`));
  const { rows: others } = await client.query<{ name: string; definition: string }>(indexes);
  // A foreign key depends on a unique index of its target: dropped first, recreated last.
  for (const { table, name } of [...references, ...unique])
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of others) await client.query(`drop index ${quoted(name)}`);
  const add = ({ table, name, definition }: ConstraintRow) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;
  return { create: [...unique.map(add), ...others.map(({ definition }) => definition), ...references.map(add)] };
}

/** Recreates what `dropIndexes` dropped. Throws if rows violate a constraint. */
export async function createIndexes(client: pg.Client, { create }: DroppedIndexes): Promise<void> {
  await client.query(`set local maintenance_work_mem = '${BUILD_MEMORY}'`);
  for (const statement of create) await client.query(statement);
}
