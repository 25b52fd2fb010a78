import type pg from 'pg';
import { from as copyFrom, to as copyTo, type CopyStreamQuery, type CopyToStreamQuery } from 'pg-copy-streams';
import { keyUseIn, sealedColumns } from '../monitoring/index.js';
import { quoted, type SequenceState, type TableShape } from './tables.sql.js';

// Statements of a backup or restore on its own connection. Tables are those that the catalog lists.

/** What a snapshot consists of beside the rows. */
export interface SnapshotFacts {
  at: Date;
  migrations: string[];
  /** Ids of keys that seal values or files. */
  sealedWith: string[];
  /** Ids of keys that signed heads of the transparency log. */
  signedWith: string[];
}

/** `shapes`: the tables of the database, maybe of an older version without newer columns: it is backed up before the upgrade. */
export async function readSnapshotFacts(client: pg.Client, shapes: readonly TableShape[]): Promise<SnapshotFacts> {
  const sealed = sealedColumns.filter(({ table, column }) =>
    shapes.some(({ name, columns }) => name === table && columns.includes(column)),
  );
  const {
    rows: [now],
  } = await client.query<{ at: string }>('select now()::text as at');
  const { rows: migrations } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  const { rows: uses } = await client.query<{ kid: string | null }>(`select distinct kid from (${keyUseIn(sealed)}) used`);
  const { rows: signers } = await client.query<{ key_id: string }>('select distinct key_id from log_heads order by key_id');
  return {
    at: new Date(now!.at),
    migrations: migrations.map(({ name }) => name),
    sealedWith: uses.flatMap(({ kid }) => (kid === null ? [] : [kid])),
    signedWith: signers.map(({ key_id }) => key_id),
  };
}

/** Streams a line for each file: its storage key, a tab, its id. */
export function copyFileList(client: pg.Client): CopyToStreamQuery {
  return client.query(copyTo('copy (select storage_key, id from files order by id) to stdout'));
}

const list = (columns: readonly string[]) => columns.map(quoted).join(', ');

export function copyTableOut(client: pg.Client, { name, columns }: TableShape): CopyToStreamQuery {
  return client.query(copyTo(`copy ${quoted(name)} (${list(columns)}) to stdout`));
}

export function copyTableIn(client: pg.Client, { name, columns }: TableShape): CopyStreamQuery {
  return client.query(copyFrom(`copy ${quoted(name)} (${list(columns)}) from stdin`));
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const {
    rows: [row],
  } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`);
  return Number(row!.n);
}

export async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from ${quoted(table)} limit 1`);
  return Boolean(rowCount);
}

/** Switches the product's triggers of a table: a restored row brings along what they would derive. */
export async function switchTriggers(client: pg.Client, table: string, to: 'enable' | 'disable'): Promise<void> {
  await client.query(`alter table ${quoted(table)} ${to} trigger user`);
}

export async function setSequence(client: pg.Client, { name, last, used }: SequenceState): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, used]);
}

/** Collects planner statistics: until then the first queries are planned for empty tables. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze');
}
