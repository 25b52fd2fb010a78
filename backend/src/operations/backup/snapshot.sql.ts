import pg from 'pg';
import { isLockTimeout, SCHEMA_LOCK } from '../../platform/persistence/schema-lock.sql.js';
import { BackupRefused } from './backup.errors.js';
import { quoted } from './tables.sql.js';

/** Fixes text formats independently of the server's settings, and lifts statement timeouts: a COPY may take hours. */
const READABLE = `set time zone 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Runs `work` on its own connection, as the pool's connections time out after minutes. A failure closes the connection and rolls back.
 */
async function onOneConnection<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, keepAlive: true });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    await client.query(READABLE);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in one read-write transaction. */
export function inOneTransaction<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onOneConnection(connectionString, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/**
 * Runs `work` on one snapshot of every table. Rewriting a table (ALTER TABLE, TRUNCATE) is not MVCC-safe: an older snapshot sees it empty.
 * So every table is locked in ACCESS SHARE before the snapshot is taken, and no migration of the product runs meanwhile. `waitMs`: how long
 * to wait for one that runs already. Throws BackupRefused.
 */
export function onSnapshot<T>(connectionString: string, waitMs: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onOneConnection(connectionString, async (client) => {
    await client.query(`set lock_timeout = ${waitMs}`);
    await orRefuse(client.query(`select pg_advisory_lock_shared(${SCHEMA_LOCK})`), `A migration is running`, waitMs);
    const names = await tableNames(client);
    await client.query('begin transaction isolation level repeatable read read only');
    if (names.length > 0)
      await orRefuse(
        client.query(`lock table only ${names.map(quoted).join(', ')} in access share mode`),
        'Another session changes a table',
        waitMs,
      );
    // The first query after the locks takes the snapshot.
    const locked = await tableNames(client);
    if (locked.join() !== names.join()) throw new BackupRefused('Tables were made or dropped while the backup began: make it again');
    const result = await work(client);
    await refuseHollow(client);
    await client.query('commit');
    return result;
  });
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function orRefuse(query: Promise<unknown>, what: string, waitMs: number): Promise<void> {
  try {
    await query;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new BackupRefused(`${what}, and did not end within ${waitMs / 1000} s: make the backup afterwards`);
  }
}

/**
 * Compares each table's file in the snapshot with its current one. If they differ, the table was rewritten during the backup and appears
 * empty in the snapshot. Throws BackupRefused.
 */
async function refuseHollow(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_filenode(oid) is distinct from relfilenode
      order by relname`,
  );
  if (rows.length > 0)
    throw new BackupRefused(`${rows.map(({ name }) => name).join(', ')} was rewritten while the backup read it: make the backup again`);
}
