// What a request costs: GET /getuser of the built API against a bare node:http + pg server, as CPU time of the server process a request.
// CPU and not seconds: machines are shared. Several interleaved rounds; the median of the ratios is the figure.
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

const CONNECTIONS = 32;
const REQUESTS = 6000;
const ROUNDS = 5;
/** Performance goal: an authenticated one-row GET through Nest costs at most twice the floor. */
const GOAL = 2;
const EMAIL = 'bench@example.com';
const PASSWORD = 'seven lanterns over the harbour';

function start(script, env) {
  const child = spawn(process.execPath, [join(root, script)], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((done, failed) => {
    child.once('message', (message) => done({ child, ...message }));
    child.once('exit', () => failed(new Error(`${script} ended`)));
  });
}

/** User and system time of a process in microseconds. */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
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
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (left-- > 0) await one();
  }));
  agent.destroy();
}

async function post(port, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const database = await startPostgres({ home: join(home, 'database'), scratch: true });
const servers = [];
try {
  await migrateDatabase(database.url());
  const port = await freePort();
  const shared = { DATABASE_URL: database.url(), DATA_DIR: home, PORT: String(port), EXCHANGE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'warn', DEV_SMTP_PORT: String(await freePort()) };
  const [api, floor] = await Promise.all([start('dist/backend/src/main.js', shared), start('bench/http/floor.mjs', shared)]);
  servers.push(api.child, floor.child);

  await post(port, '/signupuser', { surname: 'Bench', otherName: 'Ann', email: EMAIL, phoneNumber: '2348012345678', country: 'Nigeria', dob: '1990-01-01', membership: 'trade club', role: 'trade club', password: PASSWORD });
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  await client.query('update users set email_confirmed_at = now()');
  await client.end();
  const { token, data } = await post(port, '/signinuser', { email: EMAIL, password: PASSWORD });

  const subjects = [
    { name: 'floor', pid: floor.child.pid, port: floor.port, path: '/', authorization: floorToken(data.userId) },
    { name: 'GET /getuser', pid: api.child.pid, port, path: '/api/v1/getuser', authorization: token },
  ];
  for (const subject of subjects) await load(subject, REQUESTS / 2);
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const cost = [];
    for (const subject of subjects) {
      const before = cpu(subject.pid);
      await load(subject, REQUESTS);
      cost.push((cpu(subject.pid) - before) / REQUESTS);
    }
    ratios.push(cost[1] / cost[0]);
    console.log(`round ${round + 1}: floor ${cost[0].toFixed(0)} us, GET /getuser ${cost[1].toFixed(0)} us, ratio ${(cost[1] / cost[0]).toFixed(2)}`);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  console.log(`GET /getuser costs ${median.toFixed(2)} times the floor (goal: at most ${GOAL.toFixed(1)})`);
} finally {
  for (const child of servers) child.disconnect();
  await database.stop();
  rmSync(home, { recursive: true, force: true });
}
