import type { Queue } from 'bullmq';
import type { Pool } from 'pg';
import { MAX_FAILED, type FailedJob, type StoredCount, type StoredJobs } from './stored-jobs.port.js';

/** Upper bound of jobs that are counted by kind. */
const MAX_JOBS = 50_000;

interface FailedRow {
  queue: string;
  id: string;
  name: string;
  attempts: number;
  added: string;
  failed: string;
  reason: string | null;
}

/** Reads BullMQ's own tables in sets: its client would fetch job by job. */
export class PostgresJobs implements StoredJobs {
  constructor(private readonly pool: Pool) {}

  async counts(queues: readonly Queue[]): Promise<{ rows: StoredCount[]; complete: boolean }> {
    const { rows } = await this.pool.query<StoredCount>(
      `select queue, name, state::text as state, count(*)::int as count
       from (select queue, name, state from job
              where queue = any($1) and state in ('waiting', 'active', 'delayed', 'failed') limit ${MAX_JOBS + 1}) found
       group by 1, 2, 3`,
      [namesOf(queues)],
    );
    return { rows, complete: rows.reduce((sum, { count }) => sum + count, 0) <= MAX_JOBS };
  }

  async failed(queues: readonly Queue[]): Promise<FailedJob[]> {
    const { rows } = await this.pool.query<FailedRow>(
      `select f.* from unnest($1::text[]) as q(name)
       cross join lateral (
         select queue, id, name, attempts_made as attempts, added_at_ms as added, finished_at_ms as failed,
           left(failed_reason, 2000) as reason
         from job where queue = q.name and state = 'failed' order by finished_at_ms desc limit ${MAX_FAILED}) f`,
      [namesOf(queues)],
    );
    return rows.map(({ added, failed, reason, ...same }) => ({
      ...same,
      addedAt: new Date(Number(added)),
      failedAt: new Date(Number(failed)),
      reason: reason ?? '',
    }));
  }

  async version(): Promise<string> {
    const { rows } = await this.pool.query<{ version: string }>(`select current_setting('server_version') as version`);
    return `PostgreSQL ${rows[0]?.version.split(' ')[0] ?? ''}`;
  }
}

const namesOf = (queues: readonly Queue[]) => queues.map(({ name }) => name);
