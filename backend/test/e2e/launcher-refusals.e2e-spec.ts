import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Launch, nothingLeft } from './support/launcher.js';
import { freePort } from './support/tidemark.js';

const SLOW_MS = 240_000;

/** What production must be told, as contract section 4 has it. */
const REQUIRED = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'SMTP_URL',
  'EXCHANGE_URL',
  'PAY_BTC_ADDRESS',
  'PAY_USDT_TRC20_ADDRESS',
  'ENCRYPTION_KEYS',
  'LOG_SIGNING_KEY',
];

describe('a start that cannot succeed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-refusals-'));
  let port: number;
  beforeAll(async () => {
    port = await freePort();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts with these variables; it must end by itself with one line, which is returned, and leave no process. */
  const refusal = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const launch = new Launch({ env: { PORT: String(port), DATA_DIR: join(folder, 'data'), ...env } });
    const pids = launch.tree();
    expect(await launch.ended()).toBe(1);
    expect(launch.errors).toHaveLength(1);
    expect(launch.stdout).not.toContain('is ready');
    await nothingLeft(pids, folder);
    return launch.errors[0]!;
  };

  describe('because somebody listens on its port', () => {
    let other: Server;
    beforeAll(async () => {
      other = createServer();
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    });
    afterAll(() => {
      other.close();
    });

    it(
      'names PORT before it starts anything',
      async () => {
        const { port: taken } = other.address() as { port: number };
        expect(await refusal({ PORT: String(taken), DATA_DIR: join(folder, 'untouched') })).toBe(
          `Cannot start: PORT: ${taken} is already in use on 127.0.0.1`,
        );
        expect(readdirSync(join(folder, 'untouched'))).not.toContain('postgres');
      },
      SLOW_MS,
    );
  });

  it(
    'names DATABASE_URL when nobody answers there',
    async () => {
      expect(await refusal({ DATABASE_URL: `postgres://u:secret@127.0.0.1:${await freePort()}/club` })).toMatch(
        /^Cannot start: DATABASE_URL: [^\n]*ECONNREFUSED/,
      );
    },
    SLOW_MS,
  );

  it(
    'names REDIS_URL when nobody answers there',
    async () => {
      expect(await refusal({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).toMatch(/^Cannot start: REDIS_URL: /);
    },
    SLOW_MS,
  );

  it(
    'names DATA_DIR when it is no folder',
    async () => {
      expect(await refusal({ DATA_DIR: '/dev/null/data' })).toMatch(/^Cannot start: DATA_DIR: /);
    },
    SLOW_MS,
  );

  it.each([
    ['PORT', 'http'],
    ['SMTP_URL', 'mail'],
    ['EXCHANGE_URL', 'binance'],
  ])(
    'names %s when it is "%s"',
    async (name, value) => {
      expect(await refusal({ [name]: value })).toMatch(new RegExp(`^Cannot start: ${name} must be `));
    },
    SLOW_MS,
  );

  it(
    'names every variable that production lacks, at once, and brings no server along',
    async () => {
      const line = await refusal({ NODE_ENV: 'production', DATA_DIR: '' });
      for (const name of REQUIRED) expect(line).toContain(name);
    },
    SLOW_MS,
  );
});
