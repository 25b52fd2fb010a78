// What a request costs: GET /getuser of the built API against a bare node:http + pg server, and GET /health/live against bare node:http, as
// CPU time of the server process a request. CPU and not seconds: machines are shared. Several interleaved rounds; the median of the ratios
// is the figure.
import { spawn } from 'node:child_process';
import { floorToken } from './floor-token.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { API_FLAGS } from '../../scripts/lib/launcher/flags.mjs';
import { figure, report } from '../lib/figures.mjs';

const CONNECTIONS = 32;
const REQUESTS = 6000;
const ROUNDS = 5;
const GOALS = { row: 2, constant: 1.7 };
const EMAIL = 'bench@example.com';
const PASSWORD = 'seven lanterns over the harbour';

function start(script, env, flags = []) {
  const child = spawn(process.execPath, [...flags, join(root, script)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((done, failed) => {
    child.once('message', (message) => done({ child, ...message }));
    child.once('exit', () => failed(new Error(`${script} ended`)));
  });
}

/** User and system time of a process in microseconds. */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function load({ port, path, authorization }, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  const one = () =>
    new Promise((done, failed) => {
      request({ host: '127.0.0.1', port, path, agent, headers: { authorization } }, (response) => {
        if (response.statusCode !== 200) failed(new Error(`HTTP ${response.statusCode}`));
        response.resume().once('end', done);
      })
        .once('error', failed)
        .end();
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await one();
    }),
  );
  agent.destroy();
}

async function post(port, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const database = await startPostgres({ home: join(home, 'database'), scratch: true });
const servers = [];
try {
  await migrateDatabase(database.url());
  const port = await freePort();
  const shared = {
    DATABASE_URL: database.url(),
    DATA_DIR: home,
    PORT: String(port),
    EXCHANGE_URL: 'http://127.0.0.1:9',
    FX_URL: 'off',
    LOG_LEVEL: 'warn',
    DEV_SMTP_PORT: String(await freePort()),
  };
  const [api, floor] = await Promise.all([start('dist/backend/bundle/main.mjs', shared, API_FLAGS), start('bench/http/floor.mjs', shared)]);
  servers.push(api.child, floor.child);

  await post(port, '/signupuser', {
    surname: 'Bench',
    otherName: 'Ann',
    email: EMAIL,
    phoneNumber: '2348012345678',
    country: 'Nigeria',
    dob: '1990-01-01',
    membership: 'trade club',
    role: 'trade club',
    password: PASSWORD,
  });
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  await client.query('update users set email_confirmed_at = now()');
  await client.end();
  const { token, data } = await post(port, '/signinuser', { email: EMAIL, password: PASSWORD });

  const pairs = [
    {
      name: 'GET /getuser, one row',
      goal: GOALS.row,
      limit: { pid: floor.child.pid, port: floor.port, path: '/', authorization: floorToken(data.userId) },
      ours: { pid: api.child.pid, port, path: '/api/v1/getuser', authorization: token },
    },
    {
      name: 'GET /health/live, always the same',
      goal: GOALS.constant,
      limit: { pid: floor.child.pid, port: floor.port, path: '/alive', authorization: '' },
      ours: { pid: api.child.pid, port, path: '/health/live', authorization: '' },
    },
  ];
  const costOf = async (subject) => {
    const before = cpu(subject.pid);
    await load(subject, REQUESTS);
    return (cpu(subject.pid) - before) / REQUESTS;
  };
  for (const { limit, ours } of pairs) for (const subject of [limit, ours]) await load(subject, REQUESTS / 2);
  const ratios = pairs.map(() => []);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [n, { name, limit, ours }] of pairs.entries()) {
      const [least, cost] = [await costOf(limit), await costOf(ours)];
      ratios[n].push(cost / least);
      console.log(`round ${round}: ${name}: ${cost.toFixed(0)} us, floor ${least.toFixed(0)} us, ratio ${(cost / least).toFixed(2)}`);
    }
  }
  const missed = report(
    'Processor time of a request',
    pairs.map(({ name, goal }, n) => figure(name, ratios[n], goal, { most: true })),
    console.log,
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  for (const child of servers) child.disconnect();
  await database.stop();
  rmSync(home, { recursive: true, force: true });
}
