import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** The server of this run; a project that needs one names `global-setup.mjs` in jest.config.mjs. */
function server(): { url: string; template: string } {
  const { TEST_PG_URL: url, TEST_TEMPLATE: template } = process.env;
  if (!url || !template) throw new Error('no database server: this jest project has no globalSetup');
  return { url, template };
}

async function execute(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server().url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const TEMPLATE_IN_USE = '55006';
const TRIES = 50;
const PAUSE_MS = 100;

async function clone(name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // Copying files beats replaying them through the log, which is what PostgreSQL does unless told.
      return await execute(`create database ${name} template ${server().template} strategy file_copy`);
    } catch (error) {
      if ((error as { code?: string }).code !== TEMPLATE_IN_USE || tries === TRIES) throw error;
      await new Promise((next) => setTimeout(next, PAUSE_MS)); // another worker is at the template
    }
  }
}

/** A database of the caller's own with the current schema and no rows; takes some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = freshName();
  await clone(name);
  const app = process.env['TEST_PG_APP_URL'];
  return app === undefined ? databaseOf(name) : { ...databaseOf(name), url: withName(app, name) };
}

/** A database of the caller's own with nothing in it, no schema either. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  const name = freshName();
  await execute(`create database ${name} template template0`);
  return databaseOf(name);
}

/** Lets the pool wait for a connection as long as a busy machine needs. The product tells whoever waits five seconds to come again. */
export async function waitForConnections(orm: MikroORM): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient();
  pool.options.connectionTimeoutMillis = 60_000;
}

const freshName = () => `test_${randomBytes(8).toString('hex')}`;

function withName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

function databaseOf(name: string): TestDatabase {
  return { url: withName(server().url, name), drop: () => execute(`drop database if exists ${name} with (force)`) };
}
