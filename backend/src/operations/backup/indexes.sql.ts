import type pg from 'pg';
import { quoted } from './tables.sql.js';

/** What was dropped, in the order in which it is made again. */
export interface DroppedIndexes {
  create: string[];
}

interface ConstraintRow {
  table: string;
  name: string;
  definition: string;
}

/** For sorting while an index is built; the server's own default is for a busy server. */
const BUILD_MEMORY = '256MB';

const keys = (types: string) => `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'mikro_orm_migrations' and k.contype in (${types})
   order by c.relname, k.contype, k.conname`;

/** Those that no constraint brings along. */
const indexes = `select i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'mikro_orm_migrations'
     and not exists (select 1 from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
   order by c.relname, i.relname`;

/**
 * Drops every index, primary key, unique constraint and foreign key, within the transaction of `client`: rows are loaded many times faster
 * without them. What is returned makes them again, from the catalog's own definitions. Checks and NOT NULL stay, for they cost little and
 * see each row.
 */
export async function dropIndexes(client: pg.Client): Promise<DroppedIndexes> {
  const { rows: references } = await client.query<ConstraintRow>(keys(`'f'`));
  const { rows: unique } = await client.query<ConstraintRow>(keys(`'p', 'u', 'x'`));
  const { rows: others } = await client.query<{ name: string; definition: string }>(indexes);
  // A foreign key rests on the unique index of the table it refers to: it goes first, and is made last.
  for (const { table, name } of [...references, ...unique])
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of others) await client.query(`drop index ${quoted(name)}`);
  const add = ({ table, name, definition }: ConstraintRow) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;
  return { create: [...unique.map(add), ...others.map(({ definition }) => definition), ...references.map(add)] };
}

/** Makes what `dropIndexes` dropped. Throws where the rows do not fit a constraint. */
export async function createIndexes(client: pg.Client, { create }: DroppedIndexes): Promise<void> {
  await client.query(`set local maintenance_work_mem = '${BUILD_MEMORY}'`);
  for (const statement of create) await client.query(statement);
}
