import { runMigrations } from 'bullmq';
import type pg from 'pg';
import { queues } from './job.js';
import { QUEUE_SCHEMA } from './queue-backend.provider.js';

/**
 * Migrates BullMQ's own tables. BullMQ would create a queue's id sequence with the first job, but API and worker own nothing, so it is
 * created here, with BullMQ's own function.
 */
export async function migrateQueues(client: pg.Client): Promise<void> {
  await runMigrations(client as unknown as Parameters<typeof runMigrations>[0], QUEUE_SCHEMA, {});
  for (const name of Object.keys(queues))
    await client.query(
      `select ${QUEUE_SCHEMA}.next_job_id($1) where to_regclass('${QUEUE_SCHEMA}.' || ${QUEUE_SCHEMA}.job_id_seq_name($1)) is null`,
      [name],
    );
}
