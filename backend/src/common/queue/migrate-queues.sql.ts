import { runMigrations } from 'bullmq';
import type pg from 'pg';
import { queues } from './job.js';
import { QUEUE_SCHEMA } from './queue-backend.provider.js';

/**
 * Brings BullMQ's own tables up to date. BullMQ makes the counter of a queue's job ids with the first job; API and worker may not own anything, so it is made here,
 * by BullMQ's own function.
 */
export async function migrateQueues(client: pg.Client): Promise<void> {
  await runMigrations(client as unknown as Parameters<typeof runMigrations>[0], QUEUE_SCHEMA, {});
  for (const name of Object.keys(queues))
    await client.query(
      `select ${QUEUE_SCHEMA}.next_job_id($1) where to_regclass('${QUEUE_SCHEMA}.' || ${QUEUE_SCHEMA}.job_id_seq_name($1)) is null`,
      [name],
    );
}
