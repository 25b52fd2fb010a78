// Everything a measure needs: PostgreSQL, the sandbox exchange, a host process, and as many real workers as wanted.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { root } from '../../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../../scripts/lib/schema.mjs';
import { startExchange } from './exchange.mjs';

/** The first message of a forked script, or its failure. */
export function ready(child, name) {
  return new Promise((done, failed) => {
    child.once('message', done);
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)));
  });
}

/** `settings`: environment of every process, or what makes it of the exchange; `host`: what takes commands; `sandbox`: of the exchange. */
export async function startStand(settings = {}, { host: hostScript = 'bench/sync/lib/host.mjs', sandbox = {} } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const database = await startPostgres({ home: join(home, 'database'), scratch: true });
  const exchange = await startExchange(sandbox);
  const children = new Set();
  await migrateDatabase(database.url());
  const env = typeof settings === 'function' ? await settings(exchange, home) : settings;
  const shared = {
    ...process.env,
    DATABASE_URL: database.url(),
    DATA_DIR: home,
    EXCHANGE_URL: exchange.url,
    FX_URL: 'off',
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
    DEV_SMTP_PORT: String(await freePort()),
    // Nothing is read by itself: the measure says when.
    SYNC_INTERVAL_MINUTES: '1440',
    ...env,
  };
  const start = (script, more = {}) => {
    const child = fork(join(root, script), [], {
      env: { ...shared, ...more },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const host = start(hostScript);
  await ready(host, 'the host');
  const waiting = new Map();
  let asked = 0;
  host.on('message', ({ id, value, error }) => {
    const { done, failed } = waiting.get(id);
    waiting.delete(id);
    if (error) failed(new Error(error));
    else done(value);
  });
  return {
    exchange,
    /** What a measure's own processes need of it. */
    env,
    tell: (command, input) =>
      new Promise((done, failed) => {
        waiting.set(++asked, { done, failed });
        host.send({ id: asked, command, input });
      }),
    /** A real worker process; `exchangeUrl` where its requests shall pass by somebody. */
    async worker(exchangeUrl = exchange.url) {
      const child = start('dist/backend/src/worker.js', { EXCHANGE_URL: exchangeUrl });
      await ready(child, 'a worker');
      return child;
    },
    async stop() {
      for (const child of children) child.disconnect();
      await Promise.all([...children].map((child) => new Promise((done) => child.once('exit', done))));
      exchange.stop();
      await database.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
