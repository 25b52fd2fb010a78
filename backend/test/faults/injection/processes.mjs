import { fork } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { pause, until } from '../../../../scripts/lib/clock.mjs';
import { spawnGuarded } from '../../../../scripts/lib/guarded.mjs';
import { reservedPort } from '../../../../scripts/lib/ports.mjs';
import { signal } from '../../../../scripts/lib/process-info.mjs';
import { startPostgres } from '../../../../scripts/lib/postgres.mjs';
import { root } from '../../../../scripts/lib/root.mjs';

/** On a busy machine, after a crash, with everything starting at once. */
const LONG_MS = 600_000;
const AGAIN_MS = 400;
/** Characters of a process's log that its failure shows. */
const SAID = 4_000;
/** The product ends itself after 25 s (backend/src/boot.ts); on a machine with other work that is told late. */
const END_MS = 180_000;

/** A process of the built product that is started again whenever it ends, as every way to deploy it does. */
export class Member {
  #script;
  #flags;
  #env;
  #log;
  #child = null;
  #wanted = false;
  #ready = false;
  #said = '';
  /** Ends that nobody asked for, of a process that had been ready. */
  crashes = [];
  /** Graceful ends: how long each took, and whether it ended by itself (exit code 0) or was cut off. */
  ends = [];

  constructor(name, script, { url, env, logs, flags = [] }) {
    Object.assign(this, { name, url });
    this.#script = join(root, 'dist/backend/bundle', script);
    this.#flags = flags;
    this.#env = env;
    this.#log = createWriteStream(join(logs, `${name}.log`), { flags: 'a' });
  }

  /** Starts it, with these variables beside its own, and waits until it says that it is ready. */
  async start(extra = {}) {
    this.#wanted = true;
    this.#spawn(extra);
    await this.ready();
  }

  async ready() {
    if (await until(() => this.isReady(), LONG_MS)) return;
    throw new Error(`${this.name} did not become ready; it said last:\n${this.#said}`);
  }

  async isReady() {
    try {
      return (await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5_000) })).status === 200;
    } catch {
      return false; // not yet, or somebody is at it
    }
  }

  /** It comes back by itself. */
  kill() {
    this.#ready = false;
    this.#child?.kill('SIGKILL');
  }

  freeze() {
    this.#child?.kill('SIGSTOP');
  }

  thaw() {
    this.#child?.kill('SIGCONT');
  }

  /** A graceful end; it does not come back. */
  async end() {
    this.#wanted = false;
    const child = this.#child;
    if (!child) return;
    const begun = performance.now();
    child.once('exit', (code) => this.ends.push({ ms: Math.round(performance.now() - begun), clean: code === 0 }));
    child.kill('SIGTERM');
    if (!(await until(() => this.#child !== child, END_MS))) {
      this.crashes.push(`${this.name} did not end after SIGTERM`);
      child.kill('SIGKILL');
      await until(() => this.#child !== child, LONG_MS);
    }
  }

  stop() {
    this.#wanted = false;
    this.#child?.kill('SIGCONT');
    this.#child?.kill('SIGKILL');
    this.#log.end();
  }

  #spawn(extra) {
    const child = fork(this.#script, [], {
      env: { ...this.#env, ...extra },
      execArgv: ['--enable-source-maps', ...this.#flags],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#ready = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(this.#log, { end: false });
      stream.on('data', (chunk) => (this.#said = (this.#said + chunk).slice(-SAID)));
    }
    child.on('message', (message) => (this.#ready ||= message?.type === 'ready'));
    child.once('exit', (code, by) => {
      if (this.#child !== child) return;
      this.#child = null;
      if (!this.#wanted) return;
      // SIGKILL is ours, or the system's; a start that meets an absent server ends with 1, as it should.
      if (this.#ready) this.crashes.push(`${this.name} ended by itself (${by ?? `exit code ${code}`})`);
      setTimeout(() => this.#wanted && !this.#child && this.#spawn({}), AGAIN_MS);
    });
  }
}

/** PostgreSQL as the product's own start makes it, with nothing of its durability taken away. */
export class Database {
  #server;
  #home;
  #port;
  #pool = null;

  constructor(home) {
    this.#home = home;
    mkdirSync(home, { recursive: true });
  }

  async start() {
    const end = performance.now() + LONG_MS;
    this.#port ??= await reservedPort();
    for (;;) {
      try {
        this.#server = await startPostgres({ home: this.#home, database: 'club', port: this.#port, settings: { max_connections: '200' } });
        return;
      } catch (error) {
        // Children of a killed server hold its memory for a moment.
        if (performance.now() > end) throw error;
        await pause(AGAIN_MS);
      }
    }
  }

  get url() {
    return this.#server.url();
  }

  /** SIGKILL to the server itself. */
  async kill() {
    signal(Number(readFileSync(join(this.#server.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await this.#server.exited;
  }

  /** Asks past every proxy. */
  async rows(sql, values = []) {
    // Connections that a kill has ended leave the pool by themselves.
    this.#pool ??= new pg.Pool({ connectionString: this.url, max: 4 }).on('error', () => undefined);
    return (await this.#pool.query(sql, values)).rows;
  }

  async stop() {
    await this.#pool?.end();
    await this.#server?.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Redis with its append-only file, as it is deployed. */
export class RedisServer {
  #program;
  #dir;
  #port;
  #child;

  constructor(program, dir, port) {
    this.#program = program;
    this.#dir = dir;
    this.#port = port;
    mkdirSync(dir, { recursive: true });
  }

  get url() {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start() {
    this.#child = spawnGuarded(this.#program, [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'yes',
      '--dir',
      this.#dir,
      '--maxmemory-policy',
      'noeviction',
    ]);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.resume();
    const answers = () =>
      this.ask((redis) => redis.ping()).then(
        () => true,
        () => false,
      );
    if (!(await until(answers, LONG_MS))) throw new Error('Redis does not answer');
  }

  async kill() {
    const gone = new Promise((done) => this.#child.once('exit', done));
    this.stop();
    await gone;
  }

  async ask(question) {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined); // the reason reaches us through connect()
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Everything that is kept, as one text. */
  contents() {
    return this.ask(async (redis) => {
      const parts = [];
      for (const key of await redis.keys('*'))
        parts.push(key, (await redis.dumpBuffer(key))?.toString('latin1') ?? '', JSON.stringify(await this.#plain(redis, key)));
      return parts.join('\n');
    });
  }

  async #plain(redis, key) {
    const type = await redis.type(key);
    if (type === 'string') return redis.get(key);
    if (type === 'hash') return redis.hgetall(key);
    if (type === 'list') return redis.lrange(key, 0, -1);
    if (type === 'set') return redis.smembers(key);
    if (type === 'zset') return redis.zrange(key, 0, -1);
    return type === 'stream' ? redis.xrange(key, '-', '+') : '';
  }

  stop() {
    // Its guard too, which is in the same group.
    if (this.#child) signal(-this.#child.pid, 'SIGKILL');
  }
}
