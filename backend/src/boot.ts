import pg from 'pg';
import { Redis } from 'ioredis';
import { scrub } from './platform/observability/logger.js';
import { tracing } from './platform/observability/tracing.js';
import { isTransientError } from './platform/persistence/transient-errors.js';
import { ConfigError, loadConfig, type AppConfig } from './platform/config/index.js';

/** A start that cannot succeed: one line that names the variable to check. */
export class StartError extends Error {}

const where = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}${port && `:${port}`}${pathname}`;
};

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const { code, message } = error as { code?: string; message?: string };
  return code && !message?.includes(code) ? `${message || 'no answer'} (${code})` : message || code || 'no answer';
}

async function reachDatabase(url: string, variable: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new StartError(`${variable}: the database at ${where(url)} cannot be used: ${reason(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function reachRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null, connectTimeout: 10_000 });
  let last: unknown;
  redis.on('error', (error: unknown) => (last = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new StartError(`REDIS_URL: Redis at ${where(url)} cannot be used: ${reason(last ?? error)}`);
  } finally {
    redis.disconnect();
  }
}

/** Reads the settings and checks that the servers they name respond. `owner`: for a process that changes the schema. */
export async function settings(environment: NodeJS.ProcessEnv = process.env, { owner = false } = {}): Promise<AppConfig> {
  const read = loadConfig(environment);
  const config = owner ? read.asOwner() : read;
  await reachDatabase(config.databaseUrl, config.databaseAppUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');
  if (config.redisUrl) await reachRedis(config.redisUrl);
  return config;
}

/** Translates a failure to listen into one that names the variable. */
export function listenError(error: unknown, { host, port }: Pick<AppConfig, 'host' | 'port'>, variable = 'PORT'): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return new StartError(`${variable}: ${port} is already in use on ${host}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(`HOST: ${host} is not an address of this machine`);
  if (code === 'EACCES') return new StartError(`${variable}: ${port} needs more rights than this user has`);
  return error;
}

/** EX_TEMPFAIL of sysexits.h: a temporary failure. The process manager should start the process again. */
export const TEMPORARY_FAILURE = 75;

/**
 * Runs an entry point: an expected failure is one line on standard error and exit code 1; a server that becomes unreachable is one line and
 * exit code 75; any other error shows its stack.
 */
export async function boot(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError;
    const passes = !expected && isTransientError(error);
    const why = expected
      ? error.message
      : passes
        ? `the database or Redis went away meanwhile: ${reason(error)}`
        : error instanceof Error
          ? error.stack
          : String(error);
    process.stderr.write(`Cannot start: ${scrub(why ?? '')}\n`);
    process.exit(passes ? TEMPORARY_FAILURE : 1);
  }
}

const MAX_SECONDS = 25;

/** Calls `stop` at each stop signal, and when the launcher goes away; at once if it went away before. */
export function onStop(stop: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  if (!process.send) return;
  process.on('disconnect', stop);
  if (!process.connected) stop();
}

/**
 * Starts to accept work with `start`, and then reports to the launcher, if there is one, that the process is ready. At the first stop
 * signal, or when the launcher goes away, waits for the end of `start` and runs `close`, within 25 s after the drain delay. Signals are
 * handled from the beginning: a process answers health checks before `start` ends, and may be stopped from then on.
 */
export async function runUntilStopped(start: () => Promise<void>, close: () => Promise<void>, drainSeconds = 0): Promise<void> {
  const starting = Promise.resolve().then(start);
  let closing = false;
  const end = () => {
    if (closing) return;
    closing = true;
    const hard = setTimeout(() => process.exit(1), (drainSeconds + MAX_SECONDS) * 1000);
    hard.unref();
    void starting
      .then(close)
      .then(
        () => 0,
        () => 1,
      )
      .then(async (code) => {
        // What remains is bounded and no reason to hurry.
        clearTimeout(hard);
        await tracing()?.end();
        process.exit(code);
      });
  };
  onStop(end);
  await starting; // a start that fails ends the process with its own error
  if (process.connected) process.send?.({ type: 'ready' });
}
