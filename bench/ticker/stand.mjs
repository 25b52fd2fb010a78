// What the measures of the ticker need: PostgreSQL, the exchange's double, a process of visitors, and servers whose costs are read from
// /proc.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_FLAGS } from '../../scripts/lib/launcher/flags.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';

const METRICS = {
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
  unread: 'tidemark_live_unread_bytes',
  skipped: 'tidemark_live_skipped_total',
  silent: 'tidemark_live_dropped_total',
};

/** CPU time of all threads of a process in milliseconds. */
export function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6
  );
}

export const residentOf = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;

/** What the API tells about its memory, in bytes, and about readers who do not read. */
export async function memoryOf({ pid, port }) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
  return {
    resident: residentOf(pid),
    held: read(METRICS.heap) + read(METRICS.external),
    unread: read(METRICS.unread),
    skipped: read(METRICS.skipped) || 0,
    silent: read(METRICS.silent) || 0,
  };
}

/**
 * As performance.md measures: the server on the first core, everybody else on the second. Left on the same one, each write may wake its
 * reader on the writer's core.
 */
function pin(pid, core) {
  if (availableParallelism() > 1) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

export async function startStand() {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const database = await startPostgres({ home: join(home, 'database'), scratch: true });
  await migrateDatabase(database.url());
  const children = new Set();
  const start = (script, core, env = {}, execArgv = []) => {
    const child = fork(join(root, script), [], {
      env: { ...process.env, ...env },
      execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return new Promise((done, failed) => {
      child.once('message', (message) => {
        pin(child.pid, core);
        done({ child, pid: child.pid, ...message });
      });
      child.once('exit', (code) => failed(new Error(`${script} ended with ${code}`)));
    });
  };
  /** Asks a child that answers by number. */
  const asking = (child) => {
    const waiting = new Map();
    let asked = 0;
    child.on('message', ({ id, value }) => {
      waiting.get(id)?.(value);
      waiting.delete(id);
    });
    return (question) =>
      new Promise((done) => {
        waiting.set(++asked, done);
        child.send({ id: asked, ...question });
      });
  };
  const end = async (child) => {
    const ended = new Promise((done) => child.once('exit', done));
    child.disconnect();
    await ended;
  };
  const [upstream, visitors] = await Promise.all([start('bench/ticker/upstream.mjs', 1), start('bench/ticker/clients.mjs', 1)]);
  const askVisitors = asking(visitors.child);
  return {
    exchange: asking(upstream.child),
    visitors: (command, input) => askVisitors({ command, input }),
    floor: () => start('bench/ticker/floor.mjs', 0, { EXCHANGE_URL: upstream.url }),
    /** The built API, as the launcher and the image run it. */
    async api() {
      const port = await freePort();
      const env = {
        DATABASE_URL: database.url(),
        DATA_DIR: home,
        PORT: String(port),
        EXCHANGE_URL: upstream.url,
        FX_URL: 'off',
        LOG_LEVEL: 'warn',
        DEV_SMTP_PORT: String(await freePort()),
      };
      return { ...(await start('dist/backend/bundle/main.mjs', 0, env, API_FLAGS)), port };
    },
    end,
    async stop() {
      await Promise.all([...children].map(end));
      await database.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
