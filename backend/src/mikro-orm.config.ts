import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { QUEUE_SCHEMA } from './common/queue/queue-backend.js';
import { entities } from './entities.js';

/** The ORM's options for a database; both processes, the migrations and the tests use them. */
export function ormOptions(clientUrl: string, { maxConnections = 20 }: { maxConnections?: number } = {}) {
  return defineConfig({
    clientUrl,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: maxConnections },
    timezone: 'UTC',
    forceUtcTimezone: true,
    migrations: { path: `${import.meta.dirname}/migrations`, glob: 'Migration*.{js,ts}', snapshot: false },
    // BullMQ keeps its own tables in a schema of its own and migrates them itself. Functions are written in migrations alone.
    schemaGenerator: { ignoreSchema: [QUEUE_SCHEMA], ignoreRoutines: true },
    debug: false,
    logger: () => undefined, // failures reach us as errors; the ORM's own lines would bypass the log's redaction
  });
}
