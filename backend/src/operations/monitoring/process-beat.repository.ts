import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { ProcessRole } from './process-beat.entity.js';

export interface ProcessBeatInput {
  id: string;
  role: ProcessRole;
  version: string;
  node: string;
  host: string;
  pid: number;
  currentKey: string | null;
  keyIds: readonly string[];
}

/** Exceeds 64 kB of work memory, so PostgreSQL writes a temporary file. Updating a single row needs no disk space. */
const takeRoom = sql`
  with rows as materialized (select repeat(n::text, 250) as filler from generate_series(1000, 2000) n)
  select count(*) from rows`;

/** Statements of a process about its own row of `process_beats`. */
export class ProcessBeatRepository {
  constructor(private readonly em: EntityManager) {}

  /** Inserts the row, or updates `seen_at` by the database's clock. */
  async store({ currentKey, keyIds, ...beat }: ProcessBeatInput): Promise<void> {
    await db(this.em)
      .insertInto('process_beats')
      .values({ ...beat, current_key: currentKey, key_ids: sql`${JSON.stringify(keyIds)}::jsonb` })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
      .execute();
  }

  /** Fails when the disk of the database is full. */
  async probeDisk(): Promise<void> {
    await db(this.em)
      .transaction()
      .execute(async (tx) => {
        await sql`set local work_mem = '64kB'`.execute(tx);
        await takeRoom.execute(tx);
      });
  }

  /** Returns heartbeats, those of running processes first. `uptime` is in seconds. */
  findAll(silentSeconds: number, limit: number) {
    return db(this.em)
      .selectFrom('process_beats')
      .select(['id', 'role', 'version', 'node', 'host', 'pid', 'started_at', 'seen_at'])
      .select([
        sql<boolean>`seen_at > now() - ${silentSeconds} * interval '1 second'`.as('alive'),
        sql<number>`extract(epoch from seen_at - started_at)::float8`.as('uptime'),
      ])
      .orderBy('alive', 'desc')
      .orderBy('role')
      .orderBy('started_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async remove(id: string): Promise<void> {
    await db(this.em).deleteFrom('process_beats').where('id', '=', id).execute();
  }

  async removeSilent(hours: number): Promise<void> {
    await db(this.em)
      .deleteFrom('process_beats')
      .where('seen_at', '<', sql<string>`now() - ${hours} * interval '1 hour'`)
      .execute();
  }
}
