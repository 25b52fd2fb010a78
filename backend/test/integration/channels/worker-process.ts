import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AppConfig } from '../../../src/platform/config/index.js';

const WORKER = fileURLToPath(new URL('../../../../dist/backend/bundle/worker.mjs', import.meta.url));

/** Starts a worker of the build as a process that a test can kill, on the database and the keys of a test's API. */
export function forkWorker({ databaseUrl, dataDir, exchange, keyring, publicUrl }: AppConfig, env: NodeJS.ProcessEnv): ChildProcess {
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    EXCHANGE_URL: exchange.url,
    FX_URL: 'off',
    ENCRYPTION_KEYS: JSON.stringify({
      current: keyring.current,
      keys: Object.fromEntries([...keyring.keys].map(([id, key]) => [id, key.toString('base64')])),
      index: keyring.index.toString('base64'),
    }),
    // Its emails go nowhere: nobody listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'false',
    ...env,
  };
  return fork(WORKER, [], { env: { ...process.env, ...environment }, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
