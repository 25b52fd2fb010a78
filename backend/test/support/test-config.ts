import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig, loadConfig } from '../../src/platform/config/index.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

/** Below the ports that systems give out by themselves; random, because several runs may share a machine. */
const mailboxPort = () => 20_000 + randomInt(12_000);

const folders = new Set<string>();

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-test-'));
  folders.add(folder);
  return folder;
}

/** Removes the data folders of all settings made here so far: for a suite's `afterAll`, once nothing uses them. */
export function removeDataFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** A real hash of almost no cost, below the floor of the settings: suites sign in thousands of times, and an enrolment hashes ten codes. */
const CHEAPEST: AppConfig['argon2'] = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Settings of a test: its own folder, fixed keys, the run's sandbox exchange. Password hashes cost almost nothing unless `env` says. */
export function testConfig(databaseUrl: string, env: NodeJS.ProcessEnv = {}): AppConfig {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: env['DATA_DIR'] ?? dataFolder(),
    EXCHANGE_URL: process.env['TEST_SANDBOX_URL'] ?? 'http://127.0.0.1:9',
    FX_URL: 'off',
    ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
    LOG_LEVEL: 'silent',
    DEV_SMTP_PORT: String(mailboxPort()),
    SEED_DEMO: 'false',
    // No web app: the folder beside the suites' sources holds its source, and each of a thousand files would get a route.
    WEB_APP_DIR: tmpdir(),
    // The sandbox's prices follow the calendar; tests of the band set it themselves.
    SIGNAL_ENTRY_BAND_PERCENT: '0',
    ...env,
  });
  return env['ARGON2_MEMORY_KIB'] === undefined ? new AppConfig({ ...config, argon2: CHEAPEST }) : config;
}
