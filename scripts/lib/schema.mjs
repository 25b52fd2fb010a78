import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import pg from 'pg';
import { root } from './root.mjs';

const built = (file) => import(pathToFileURL(join(root, 'dist/backend/src', file)).href);

/**
 * Brings an empty database to the schema of the built back end, queue included, and puts nothing into it. `use` gets the MikroORM instance
 * before it is closed.
 */
export async function migrateDatabase(url, use = () => undefined) {
  const [{ MikroORM }, { ormOptions }, { migrateQueues }] = await Promise.all([
    import('@mikro-orm/postgresql'),
    built('mikro-orm.config.js'),
    built('platform/queue/index.js'),
  ]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await migrateQueues(client);
  } finally {
    await client.end();
  }
  const orm = await MikroORM.init(ormOptions(url, { maxConnections: 2 }));
  try {
    await orm.migrator.up();
    return await use(orm);
  } finally {
    await orm.close();
  }
}
