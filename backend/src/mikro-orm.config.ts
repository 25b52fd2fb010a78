import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { tracing } from './platform/observability/tracing.js';
import { IDLE_MS, preparePool } from './platform/persistence/pool.js';
import { currentEntityManager } from './platform/http/request-context.js';
import { QUEUE_SCHEMA } from './platform/queue/queue-backend.provider.js';
import { entities } from './entities.js';

/** How long to wait for a connection of the pool before the request is refused. */
const CONNECT_MS = 5_000;

/**
 * Returns the ORM's options for a database; all processes, the migrations and the tests use them. `statementTimeoutMs`: statement timeout,
 * also while the server is silent; none unless given.
 */
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
    pool: { min: 0, max: maxConnections, idleTimeoutMillis: IDLE_MS },
    driverOptions: { connectionTimeoutMillis: CONNECT_MS, keepAlive: true, keepAliveInitialDelayMillis: 10_000, onPoolCreated },
    // A process that starts has reached its database (boot.ts); creating one is never its task.
    ensureDatabase: false,
    timezone: 'UTC',
    forceUtcTimezone: true,
    // The path is the same from the bundle's folder: migrations are found by their file names.
    migrations: { path: `${import.meta.dirname}/../src/platform/migrations`, glob: 'Migration*.{js,ts}', snapshot: false },
    // BullMQ migrates the tables of its schema itself. Functions are written in migrations only.
    schemaGenerator: { ignoreSchema: [QUEUE_SCHEMA], ignoreRoutines: true },
    debug: false,
    logger: () => undefined, // failures are thrown; the ORM's own lines would bypass the log's redaction
  });
}
