// What a start of the API costs, and what it holds once it waits: against NestJS with MikroORM and nothing of ours (performance.md section
// 8). The processor time of a start is compared, which other work on the machine hardly changes; each start is one of its own, the two turn
// about.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { API_FLAGS } from '../../scripts/lib/launcher/flags.mjs';
import { figure, report } from '../lib/figures.mjs';

const ROUNDS = 7;
const GOALS = { start: 1.2, megabytes: 180 };
/** Until what a start has left behind is gone. */
const IDLE_MS = 5_000;
const TICK_MS = 10;

await onPinnedNode();
const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const database = await startPostgres({ home: join(home, 'database'), scratch: true });

/** Starts, waits until it serves, and ends it: processor and wall milliseconds of the start, resident megabytes a while later. */
async function start(script, flags = []) {
  const env = {
    ...process.env,
    DATABASE_URL: database.url(),
    DATA_DIR: home,
    PORT: String(await freePort()),
    DEV_SMTP_PORT: String(await freePort()),
    EXCHANGE_URL: 'http://127.0.0.1:9',
    FX_URL: 'off',
    LOG_LEVEL: 'warn',
  };
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, script)], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise((done) => child.once('exit', done));
  await Promise.race([
    new Promise((done) => child.once('message', done)),
    ended.then((code) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ]);
  const wall = performance.now() - began;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const cpu = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  await pause(IDLE_MS);
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  child.disconnect();
  await ended;
  return { wall, cpu, megabytes: Number(kilobytes) / 1024 };
}

try {
  await migrateDatabase(database.url());
  const api = () => start('dist/backend/bundle/main.mjs', API_FLAGS);
  const floor = () => start('bench/start/nest-orm.mjs');
  // The first start of all reads the disk and writes down what it has compiled.
  await api();
  await floor();
  const rounds = [];
  for (let n = 0; n < ROUNDS; n++) {
    const limit = await floor();
    const ours = await api();
    rounds.push({ limit, ours });
    console.log(
      `round ${n + 1}: Nest + ORM ${limit.cpu} ms of processor, ${limit.wall.toFixed(0)} ms, ${limit.megabytes.toFixed(0)} ` +
        `MB; API ${ours.cpu} ms, ${ours.wall.toFixed(0)} ms, ${ours.megabytes.toFixed(0)} MB`,
    );
  }
  const missed = report(
    'Start of the API',
    [
      figure(
        'processor time against Nest + ORM',
        rounds.map(({ limit, ours }) => ours.cpu / limit.cpu),
        GOALS.start,
        { most: true },
      ),
      figure(
        'wall time against Nest + ORM',
        rounds.map(({ limit, ours }) => ours.wall / limit.wall),
        null,
      ),
      figure(
        'resident MB while it waits',
        rounds.map(({ ours }) => ours.megabytes),
        GOALS.megabytes,
        { most: true },
      ),
    ],
    console.log,
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await database.stop();
  rmSync(home, { recursive: true, force: true });
}
