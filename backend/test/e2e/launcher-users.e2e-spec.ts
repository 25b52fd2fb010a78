import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databasePid, Launch, nothingLeft, ROOT } from './support/launcher.js';
import { freePort } from './support/tidemark.js';

const SLOW_MS = 300_000;
const NOBODY = { uid: 65_534, gid: 65_534 };

const isRoot = process.getuid?.() === 0;
const readable = isRoot && spawnSync('test', ['-r', join(ROOT, 'scripts/start.mjs')], NOBODY).status === 0;

describe('npm start', () => {
  let folder: string;
  let port: number;
  let mailboxPort: number;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-users-'));
    [port, mailboxPort] = [await freePort(), await freePort()];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const variables = (dataDir: string) => ({
    PORT: String(port),
    DEV_SMTP_PORT: String(mailboxPort),
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
  });
  const isServing = async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);

  it(
    'runs on whatever Node is there, and ends everything when npm is told to end',
    async () => {
      const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(ROOT));
      const launch = new Launch({ command: ['npm', 'start'], env: { ...variables(folder), PATH: path.join(delimiter) } });
      await launch.ready();
      await isServing();
      const pids = launch.tree();
      expect(pids.length).toBeGreaterThan(4);
      await launch.stop();
      await nothingLeft(pids, folder);
    },
    SLOW_MS,
  );

  (readable ? describe : describe.skip)('by an ordinary user', () => {
    it(
      'needs nothing but a data folder of its own',
      async () => {
        chownSync(folder, NOBODY.uid, NOBODY.gid);
        const launch = new Launch({ user: NOBODY, env: { ...variables(folder), HOME: folder } });
        await launch.ready();
        await isServing();
        expect(statSync(`/proc/${databasePid(folder)}`).uid).toBe(NOBODY.uid);
        const pids = launch.tree();
        expect(await launch.stop()).toBe(0);
        await nothingLeft(pids, folder);
      },
      SLOW_MS,
    );
  });

  (isRoot ? describe : describe.skip)('by root', () => {
    it(
      "keeps the database where PostgreSQL's user can reach it, and remembers where",
      async () => {
        const closed = join(folder, 'closed/data');
        mkdirSync(closed, { recursive: true });
        chmodSync(join(folder, 'closed'), 0o700);
        const launch = new Launch({ env: variables(closed) });
        await launch.ready();
        await isServing();
        expect(existsSync(join(closed, 'postgres'))).toBe(false);
        const { elsewhere } = JSON.parse(readFileSync(join(closed, 'postgres.json'), 'utf8')) as { elsewhere: string };
        const pids = launch.tree();
        expect(await launch.stop()).toBe(0);
        await nothingLeft(pids, elsewhere);
        rmSync(elsewhere, { recursive: true });
      },
      SLOW_MS,
    );
  });
});
