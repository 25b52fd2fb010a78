import { NodeProcess } from '../../../scripts/lib/launcher/node-process.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { prepareBuild } from '../../../scripts/lib/prepare.mjs';
import { migrateDatabase } from '../../../scripts/lib/schema.mjs';
import { RECORDING, writeStatementRecord } from '../../../scripts/lib/testing/statement-record.mjs';
import tearDown from './global-teardown.mjs';
import { runFolder } from './run-folder.mjs';

const TEMPLATE = 'template_tidemark';

async function startDatabase() {
  const record = process.env.TEST_STATEMENTS;
  const server = await startPostgres({ home: runFolder(), database: TEMPLATE, scratch: true, settings: record ? RECORDING : {} });
  try {
    await prepareBuild('back end'); // the migrations are run as built
    await migrateDatabase(server.url());
    if (record) recordStatements(server, record);
    if (process.env.TEST_DATABASE_ROLE === 'app') return { server, variables: { ...variablesOf(server), ...(await appRole(server)) } };
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, variables: variablesOf(server) };
}

/** With TEST_STATEMENTS=<file> statements are counted by operation and tables; scripts/compare-statements.mjs compares two files. */
function recordStatements(server, file) {
  const stop = server.stop.bind(server);
  server.stop = async () => {
    await writeStatementRecord(server.url('postgres'), server.url(), file);
    await stop();
  };
}

const variablesOf = (server) => ({ TEST_PG_URL: server.url('postgres'), TEST_TEMPLATE: TEMPLATE });

/**
 * With TEST_DATABASE_ROLE=app suites connect as API and worker do in production, so that a right that nobody granted is found. Suites that
 * tamper with tables fail then.
 */
async function appRole(server) {
  const { grantAppRole } = await import('../../../dist/backend/src/platform/persistence/app-role.sql.js');
  const url = new URL(server.url());
  [url.username, url.password] = ['tidemark_app', 'app'];
  await grantAppRole(server.url(), url.href, 'bullmq');
  return { TEST_PG_APP_URL: url.href };
}

async function startExchange() {
  const server = new NodeProcess('The sandbox exchange', 'sandbox/src/main.ts', {
    env: { ...process.env, SANDBOX_PORT: '0' },
    quiet: true,
    graceMs: 5_000,
  });
  const { url, controlToken } = await server.ready();
  return { server, variables: { TEST_SANDBOX_URL: url, TEST_SANDBOX_TOKEN: controlToken } };
}

/**
 * One PostgreSQL and one sandbox exchange for a whole run, whichever projects ask for them. Tests find them by TEST_PG_URL (the server),
 * TEST_TEMPLATE (a migrated, empty database to clone), TEST_SANDBOX_URL and TEST_SANDBOX_TOKEN. Both end with the run, also when it is
 * killed.
 */
export default async function setUp() {
  if (globalThis.tidemarkServers) return;
  if (!process.version.startsWith('v24.')) throw new Error(`the tests run on Node 24, not ${process.version}: use npm test`);
  const results = await Promise.allSettled([startDatabase(), startExchange()]);
  const started = results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  globalThis.tidemarkServers = started.map(({ server }) => server);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) {
    await tearDown(); // jest does not, after a setup that failed
    throw failed.reason;
  }
  for (const { variables } of started) Object.assign(process.env, variables);
}
