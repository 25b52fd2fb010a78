import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { Launch } from './launcher.js';

export const ADMIN = { email: 'head@club.example', password: 'nineteen quiet tugboats at dawn' };

/**
 * Below the ports that systems give out by themselves and those of the tests' mailboxes: until a start listens on its own, nobody else is
 * given it.
 */
const FIRST_PORT = 11_000;
/** The workers of a run have stretches of their own. */
const WORKERS = 4;
const STRETCH = 2_000;
const given = new Set<number>();

const isFree = (port: number) =>
  new Promise<boolean>((done, failed) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(false) : failed(error)));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => done(true)));
  });

/** A port of the loopback address that nobody uses and that no other test of this run is given. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (Number(process.env['JEST_WORKER_ID'] ?? 1) % WORKERS) * STRETCH;
  for (;;) {
    const port = first + randomInt(STRETCH);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

/** A whole product as `npm start` runs it: its own folder, ports and processes. */
export interface Tidemark {
  url: string;
  /** Of the launcher. */
  pid: number;
  sandbox: { url: string; token: string };
  /** SIGTERM, and waits for the launcher's end. */
  stop(): Promise<number | null>;
  /** Removes the data folder; call after stop. */
  discard(): void;
}

/** A data folder with a database that has the current schema, as an earlier start would have left it. */
export function bringCluster(dataDir: string): void {
  const cluster = process.env['TEST_CLUSTER'];
  if (!cluster) return;
  // Node's own copying does not keep the owner, who is another one than root.
  const { status, stderr } = spawnSync('cp', ['-a', `${cluster}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no copy of the database: ${stderr}`);
}

/** Starts the product by its launcher and waits until it is ready. Its database is there already, unless `env` names another one. */
export async function startTidemark({ env = {} }: { env?: NodeJS.ProcessEnv } = {}): Promise<Tidemark> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-e2e-'));
  const port = Number(env['PORT'] ?? (await freePort()));
  const [sandboxPort, mailboxPort] = [await freePort(), await freePort()];
  if (!env['DATABASE_URL']) bringCluster(env['DATA_DIR'] ?? dataDir);
  const token = randomBytes(16).toString('hex');
  const launch = new Launch({
    env: {
      PORT: String(port),
      DEV_SMTP_PORT: String(mailboxPort),
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_CONTROL_TOKEN: token,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SEED_DEMO: 'false',
      // The cheapest that the settings allow.
      ARGON2_MEMORY_KIB: '19456',
      SIGNAL_ENTRY_BAND_PERCENT: '0',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await launch.ready();
    await eventually(async () => {
      const response = await fetch(`${url}/health/ready`);
      if (!response.ok) throw new Error(`not ready: ${await response.text()}`);
    });
  } catch (error) {
    await launch.stop();
    throw error;
  }
  return {
    url,
    pid: launch.pid,
    sandbox: { url: `http://127.0.0.1:${sandboxPort}`, token },
    stop: () => launch.stop(),
    discard: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
