import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { tracing } from './common/observability/tracing.js';
import { preparePool } from './common/persistence/pool.js';
import { currentEntityManager } from './common/http/request-context.js';
import { QUEUE_SCHEMA } from './common/queue/queue-backend.provider.js';
import { entities } from './entities.js';

/** For a connection out of the pool: who waits longer is told to come again. */
const CONNECT_MS = 5_000;

/** The ORM's options for a database; both processes, the migrations and the tests use them. `statementTimeoutMs`: how long a statement may take, also when the server has fallen silent; without it as long as it likes. */
export function ormOptions(
  clientUrl: string,
  { maxConnections = 20, statementTimeoutMs }: { maxConnections?: number; statementTimeoutMs?: number } = {},
) {
  const onPoolCreated = (pool: Pool) => preparePool(pool, { name: 'database', statementTimeoutMs, tracing: tracing() });
  return defineConfig({
    clientUrl,
    entities: [...entities],
    extensions: [Migrator],
    context: currentEntityManager,
    pool: { min: 0, max: maxConnections },
    driverOptions: { connectionTimeoutMillis: CONNECT_MS, keepAlive: true, keepAliveInitialDelayMillis: 10_000, onPoolCreated },
    timezone: 'UTC',
    forceUtcTimezone: true,
    // From the bundle's folder it is the same address: migrations are files that are found by their names.
    migrations: { path: `${import.meta.dirname}/../src/migrations`, glob: 'Migration*.{js,ts}', snapshot: false },
    // BullMQ keeps its own tables in a schema of its own and migrates them itself. Functions are written in migrations alone.
    schemaGenerator: { ignoreSchema: [QUEUE_SCHEMA], ignoreRoutines: true },
    debug: false,
    logger: () => undefined, // failures reach us as errors; the ORM's own lines would bypass the log's redaction
  });
}
