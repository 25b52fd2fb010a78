import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type EmbeddedPostgres } from '../../../../scripts/lib/postgres.mjs';
import { bringCluster } from './tidemark.js';

/** The database's own functions of time, and how PostgreSQL classes them. */
const FUNCTIONS = [
  ['now', 'stable'],
  ['clock_timestamp', 'volatile'],
] as const;

/** Finds our functions of time before PostgreSQL's own, for every session that names no path of its own. */
const PATH = 'public, clock, pg_catalog';

/** Those of BullMQ, whose sessions name its schema alone. */
const PATH_OF_JOBS = `
  do $$ declare f regprocedure; begin
    for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
             where n.nspname = 'bullmq' and p.prokind = 'f' loop
      execute format('alter function %s set search_path = bullmq, clock, pg_catalog', f);
    end loop;
  end $$`;

/** A default is bound to the function that it was made with. */
const DEFAULTS = `
  do $$ declare d record; begin
    for d in select a.attrelid::regclass as rel, a.attname as col from pg_attrdef f
             join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
             where pg_get_expr(f.adbin, f.adrelid) in ('now()', 'clock_timestamp()') loop
      execute format('alter table %s alter column %I set default clock.now()', d.rel, d.col);
    end loop;
  end $$`;

/** A PostgreSQL whose now() can be another time than the machine's, with the current schema in it. */
export class DatabaseWithClock {
  private constructor(private readonly server: EmbeddedPostgres) {}

  static async start(): Promise<DatabaseWithClock> {
    const home = mkdtempSync(join(tmpdir(), 'tidemark-clock-'));
    bringCluster(home);
    const database = new DatabaseWithClock(await startPostgres({ home, scratch: true }));
    await database.query('create schema if not exists clock');
    await database.setSkew(0);
    for (const sql of [`alter database tidemark set search_path = ${PATH}`, PATH_OF_JOBS, DEFAULTS]) await database.query(sql);
    return database;
  }

  get url(): string {
    return this.server.url();
  }

  /** Moves now() away from the machine's clock, by milliseconds. */
  async setSkew(ms: number): Promise<void> {
    for (const [name, volatility] of FUNCTIONS)
      await this.query(`create or replace function clock.${name}() returns timestamptz language sql ${volatility} as
        $$ select pg_catalog.${name}() + interval '${Math.round(ms)} milliseconds' $$`);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async query(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
