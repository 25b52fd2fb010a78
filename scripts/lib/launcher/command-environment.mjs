import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { tryLock } from '../lock.mjs';
import { runningPostgres, startPostgres } from '../postgres.mjs';
import { databaseVariables, exchangeVariables, planStart } from './plan.mjs';

/** Commands do not use the sandbox exchange of a running product: its address changes with every start. */
const NO_EXCHANGE = { url: 'http://127.0.0.1:9' };

/**
 * Returns the variables of a command as { env, close() }. If the product is running, the command uses its embedded database; otherwise the
 * database is started for the command, under the launcher's lock. `makesDatabase` creates an empty one if none exists. Throws Failure.
 */
export async function commandEnvironment(environment, { makesDatabase = false } = {}) {
  const { env, dataDir, database, sandbox } = await planStart(environment);
  const shared = { ...env, ...(sandbox && exchangeVariables(NO_EXCHANGE, env)) };
  if (!database) return { env: shared, close: async () => undefined };
  if (!makesDatabase && !existsSync(join(dataDir, 'postgres.json')))
    throw new Failure(`DATA_DIR: there is no database in ${dataDir} yet; npm start makes one`);
  const { release, holder } = tryLock(join(dataDir, 'launcher.lock'));
  if (holder) return { env: { ...shared, ...databaseVariables(runningPostgres({ home: dataDir })) }, close: async () => undefined };
  try {
    const server = await startPostgres({ home: dataDir });
    const close = async () => {
      await server.stop();
      release();
    };
    return { env: { ...shared, ...databaseVariables(server) }, close };
  } catch (error) {
    release();
    throw error;
  }
}
