// The entities and the migrations must describe the same schema, and every migration must be able to go back.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPinnedNode } from './lib/node24.mjs';
import { prepareBuild } from './lib/prepare.mjs';

await onPinnedNode();
const { startPostgres } = await import('./lib/postgres.mjs');
const { migrateDatabase } = await import('./lib/schema.mjs');

/** SQL that would turn the schema of the migrations into that of the entities. */
async function drift(orm) {
  const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return sql.trim();
}

async function compare(orm) {
  const before = await drift(orm);
  if (before) return `The migrations leave the schema different from the entities. Missing:\n\n${before}`;
  await orm.migrator.down({ to: 0 });
  await orm.migrator.up();
  const after = await drift(orm);
  return after && `The schema differs after every migration has gone back and forth once. Missing:\n\n${after}`;
}

await prepareBuild('back end');
const server = await startPostgres({ home: mkdtempSync(join(tmpdir(), 'tidemark-drift-')), scratch: true });
let problem;
try {
  problem = await migrateDatabase(server.url(), compare);
} finally {
  await server.stop();
}
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
