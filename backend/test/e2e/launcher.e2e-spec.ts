import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from './support/eventually.js';
import { databasePid, embeddedDatabase, Launch, nothingLeft, type Begun } from './support/launcher.js';
import { childOf, isAlive, killHard, tree } from './support/processes.js';
import { freePort } from './support/tidemark.js';

/** Of a test that starts the product twice. */
const SLOW_MS = 480_000;
/** Of what comes back by itself. */
const BACK_MS = 120_000;

describe('the launcher', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-launcher-'));
  const everStarted: Begun[] = [];
  let port: number;
  let mailboxPort: number;
  let url: string;
  let launch: Launch;
  const started = async () => {
    launch = new Launch({ env: { PORT: String(port), DEV_SMTP_PORT: String(mailboxPort), DATA_DIR: dataDir } });
    await launch.ready();
    everStarted.push(...launch.tree());
  };
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: embeddedDatabase(dataDir) });
    await client.connect();
    try {
      return (await client.query<{ note: string }>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const isServing = async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200);

  beforeAll(async () => {
    [port, mailboxPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => {
    everStarted.push(...launch.tree());
  });
  afterAll(async () => {
    await launch.stop();
    await nothingLeft(everStarted, dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }, SLOW_MS);

  it(
    'says once where to go and who to be, when everything serves',
    async () => {
      await started();
      await isServing();
      expect(launch.stdout.match(/Tidemark is ready/g)).toHaveLength(1);
      expect(launch.stdout).toContain(`Open        ${url}\n`);
      expect(launch.stdout).toContain(`Mailbox     ${url}/dev/mailbox\n`);
      for (const who of ['Admin', 'Trade club', 'Hedge fund'])
        expect(launch.stdout).toMatch(new RegExp(`^  ${who} +\\S+@\\S+ +\\S+$`, 'm'));
      expect(launch.errors).toEqual([]);
    },
    SLOW_MS,
  );

  it('prints sign-ins that work', async () => {
    const people = [...launch.stdout.matchAll(/^ {2}(Admin|Trade club|Hedge fund) +(\S+) +(\S+)$/gm)];
    expect(people).toHaveLength(3);
    for (const [, , email, password] of people) {
      const answer = await fetch(`${url}/api/v1/signinuser`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(answer.status).toBe(200);
    }
  });

  it(
    'refuses a second start on the same folder, and lets the first one go on',
    async () => {
      const second = new Launch({ env: { PORT: String(await freePort()), DATA_DIR: dataDir } });
      expect(await second.ended()).toBe(1);
      expect(second.errors).toEqual([`Cannot start: DATA_DIR: ${dataDir} is in use by another start (process ${launch.pid})`]);
      await isServing();
    },
    SLOW_MS,
  );

  it.each(['bundle/worker.mjs', 'bundle/main.mjs', 'sandbox/src/main.ts'])(
    'starts %s again after a crash',
    async (script) => {
      const crashed = childOf(launch.pid, script);
      process.kill(crashed, 'SIGKILL');
      const successor = await eventually(() => {
        const pid = childOf(launch.pid, script);
        expect(pid).not.toBe(crashed);
        return pid;
      }, BACK_MS);
      expect(successor).toBeGreaterThan(0);
      await eventually(isServing, BACK_MS);
    },
    SLOW_MS,
  );

  it(
    'starts the database again after a crash, with everything in it',
    async () => {
      await query(`create table kept (note text); insert into kept values ('before the crash')`);
      const crashed = databasePid(dataDir);
      process.kill(crashed, 'SIGKILL');
      await eventually(() => expect(databasePid(dataDir)).not.toBe(crashed), BACK_MS);
      await eventually(async () => expect(await query('select note from kept')).toEqual([{ note: 'before the crash' }]), BACK_MS);
      await eventually(isServing, BACK_MS);
    },
    SLOW_MS,
  );

  it(
    'ends every process on SIGTERM and finds its data again',
    async () => {
      const pids = launch.tree();
      expect(await launch.stop()).toBe(0);
      await nothingLeft(pids, dataDir);
      await started();
      expect(await query('select note from kept')).toEqual([{ note: 'before the crash' }]);
    },
    SLOW_MS,
  );

  it(
    'leaves nothing behind for long when it is killed itself',
    async () => {
      const pids = launch.tree();
      launch.signal('SIGKILL');
      await nothingLeft(pids, dataDir);
    },
    SLOW_MS,
  );

  it(
    'recovers from the end of all processes at once',
    async () => {
      await started();
      for (const { pid } of launch.tree()) killHard(pid);
      await launch.ended();
      await started();
      await isServing();
      expect(await query('select note from kept')).toEqual([{ note: 'before the crash' }]);
    },
    SLOW_MS,
  );

  it(
    'takes the place of a database that a killed start left running',
    async () => {
      const server = databasePid(dataDir);
      // It would start the database again once the guards are gone.
      launch.signal('SIGSTOP');
      const guards = tree(launch.pid).filter(({ command }) => command.startsWith('/bin/sh'));
      for (const { pid } of [...guards, { pid: launch.pid }]) killHard(pid);
      await launch.ended();
      expect(isAlive(server)).toBe(true);
      await started();
      await isServing();
      expect(isAlive(server)).toBe(false);
    },
    SLOW_MS,
  );

  it(
    'does not wait for a process that hangs once it is told to end a second time',
    async () => {
      const pids = launch.tree();
      process.kill(childOf(launch.pid, 'bundle/worker.mjs'), 'SIGSTOP');
      launch.signal('SIGTERM');
      // Shorter than what a process that hangs is given.
      await eventually(() => {
        if (!isAlive(launch.pid)) return;
        launch.signal('SIGTERM');
        throw new Error(`still there:\n${launch.stdout}`);
      }, 30_000);
      expect(await launch.ended()).toBe(0);
      await nothingLeft(pids, dataDir);
    },
    SLOW_MS,
  );
});
