import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { tryLock } from '../lock.mjs';
import { runningPostgres, startPostgres } from '../postgres.mjs';
import { databaseVariables, exchangeVariables, planStart } from './plan.mjs';

/** No command speaks to the sandbox exchange that a start brings: its address changes with every start. */
const NO_EXCHANGE = exchangeVariables({ url: 'http://127.0.0.1:9' });

/**
 * The settings of the product for a command beside it, or without it. The embedded database of a product that runs is used as it is; that
 * of one that does not is started for the command, and no product can start meanwhile. `makesDatabase`: where there is none yet, an empty
 * one is made. Throws Failure. Returns { env, close() }.
 */
export async function commandSurroundings(environment, { makesDatabase = false } = {}) {
  const { env, dataDir, database, sandbox } = await planStart(environment);
  const shared = { ...env, ...(sandbox && NO_EXCHANGE) };
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
