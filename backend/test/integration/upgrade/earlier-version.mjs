// Brings an empty database to where an earlier version left it: node earlier-version.mjs URL MIGRATION. The migrations are run as built, as
// in production.
import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'bullmq';
import pg from 'pg';

const built = (path) => import(new URL(`../../../../dist/backend/src/${path}`, import.meta.url).href);
const [{ ormOptions }, { QUEUE_SCHEMA }] = await Promise.all(['mikro-orm.config.js', 'platform/queue/index.js'].map(built));
const [url, to] = process.argv.slice(2);

const client = new pg.Client({ connectionString: url });
await client.connect();
await runMigrations(client, QUEUE_SCHEMA, {});
await client.end();
const orm = await MikroORM.init(ormOptions(url, { maxConnections: 2 }));
await orm.migrator.up({ to });
await orm.close();
