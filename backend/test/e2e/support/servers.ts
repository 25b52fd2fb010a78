import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startPostgres } from '../../../../scripts/lib/postgres.mjs';
import { eventually } from './eventually.js';
import { freePort } from './tidemark.js';

export interface OwnServer {
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL that the product did not start. */
export async function startOwnDatabase(): Promise<OwnServer> {
  const server = await startPostgres({ home: mkdtempSync(join(tmpdir(), 'tidemark-own-database-')), database: 'club', scratch: true });
  return { url: server.url(), stop: () => server.stop() };
}

/** A Redis that the product did not start. */
export async function startOwnRedis(program: string, options: string[] = []): Promise<OwnServer> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-own-redis-'));
  const server = spawn(
    program,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      dir,
      '--maxmemory-policy',
      'noeviction',
      ...options,
    ],
    { stdio: 'ignore' },
  );
  const exited = new Promise((done) => server.once('exit', done));
  const url = `redis://127.0.0.1:${port}`;
  await eventually(async () => {
    const redis = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined); // the reason reaches us through connect()
    try {
      await redis.connect();
      await redis.ping();
    } finally {
      redis.disconnect();
    }
  });
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
