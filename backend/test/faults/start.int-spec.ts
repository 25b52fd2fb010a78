import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { FaultProxy } from './fault-proxy.js';
import { Fleet, reached } from './fleet.js';

const WORKER = fileURLToPath(new URL('../../../dist/backend/bundle/worker.mjs', import.meta.url));
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

describe('a worker that starts while the database goes away', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let url: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ proxy, url } = await FaultProxy.before(database.url));
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startWorker = async () => {
    const child = fork(WORKER, [], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        EXCHANGE_URL: 'http://127.0.0.1:9',
        FX_URL: 'off',
        ENCRYPTION_KEYS: JSON.stringify({ current: 'k1', keys: { k1: key(1) }, index: key(3) }),
        SMTP_URL: 'smtp://127.0.0.1:9',
        SEED_DEMO: 'false',
        WORKER_PORT: '0',
        LOG_LEVEL: 'silent',
      },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let out = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (out += String(text)));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, out };
  };

  // The first connection only asks whether the database is there; those of the worker say more, and are cut in the middle.
  it('ends with one line, without a stack, and the code of a failure that passes', async () => {
    proxy.set('cut', { bytes: 3_000 });
    const { code, out } = await startWorker();
    expect(out).toMatch(/^Cannot start: the database or Redis went away meanwhile: .+\n$/);
    expect(code).toBe(75);
  }, 120_000);
});

describe('a process that starts', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.start();
  });
  afterAll(() => fleet.close());

  it('says in one line which version serves where, on which schema', async () => {
    for (const [role, one] of [
      ['api', await fleet.api()],
      ['worker', await fleet.worker()],
    ] as const) {
      const lines = await reached('its line', () => {
        const said = one.said(({ context }) => context === 'Start');
        return said.length > 0 ? said : null;
      });
      expect(lines).toEqual([
        expect.objectContaining({
          level: 'info',
          process: role,
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          address: one.url,
          migrations: expect.any(Number),
          lastMigration: expect.stringMatching(/^Migration\d{14}_/),
          msg: expect.stringMatching(/^(api|worker) \d\S+ listens at http:\S+, \d+ migrations applied$/),
        }),
      ]);
      expect(one.stray).toEqual([]);
    }
  }, 300_000);
});
