import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { prepareBuild } from '../../../scripts/lib/prepare.mjs';
import { migrateDatabase } from '../../../scripts/lib/schema.mjs';
import { runFolder } from './run-folder.mjs';

/**
 * The products of the tests live for a minute: what a crash of the machine would lose is not missed. One that a test kills loses nothing.
 */
const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `${name} = off\n`).join('');

/** A database cluster as the product makes it, with the current schema and nobody in it. */
async function makeCluster(home) {
  const server = await startPostgres({ home });
  try {
    await prepareBuild('back end'); // the migrations are run as built
    await migrateDatabase(server.url());
  } finally {
    await server.stop();
  }
  // As root below a closed folder it is kept elsewhere: then each product makes its own.
  if (!existsSync(join(home, 'postgres'))) return '';
  appendFileSync(join(home, 'postgres/postgresql.conf'), SETTINGS);
  return home;
}

/**
 * What starts of the product by `startTidemark` share in one run: TEST_CLUSTER, a data folder to copy, so that not each of them makes a
 * database and runs every migration; TEST_COMPILE_CACHE, a folder with what Node has compiled. How a first start makes its own is for the
 * tests of the launcher.
 */
export default async function setUp() {
  const folder = runFolder();
  globalThis.tidemarkE2eFolder = folder;
  try {
    process.env.TEST_CLUSTER = await makeCluster(join(folder, 'cluster'));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true }); // jest does not tear down, after a setup that failed
    throw error;
  }
  process.env.TEST_COMPILE_CACHE = join(folder, 'compiled');
}
