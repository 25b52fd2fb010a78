import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../e2e/support/tidemark.js';
import { PASSWORD, registration } from '../support/people.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const built = (script: string) => fileURLToPath(new URL(`../../../dist/backend/bundle/${script}`, import.meta.url));
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

/** Met by a failure alone: several processes start at once on a machine with other work. */
const DEADLINE_MS = 300_000;
const PAUSE_MS = 50;

const ADMIN = { email: 'head@club.example', password: 'nineteen quiet tugboats at dawn' };

/** Asks again and again until there is an answer. */
export async function reached<T>(
  what: string,
  ask: () => Promise<T | null | false> | T | null | false,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  for (const end = performance.now() + deadlineMs; performance.now() < end;) {
    const found = await ask();
    if (found !== null && found !== false) return found;
    await new Promise((next) => setTimeout(next, PAUSE_MS));
  }
  throw new Error(`${what}: not reached in time`);
}

/** A line of a process's log. */
export interface LogLine {
  level: string;
  process: string;
  msg: string;
  context?: string;
  requestId?: string;
  trace_id?: string;
  job?: string;
  jobId?: string;
  kind?: string;
  messageId?: string;
  status?: number;
  route?: string;
}

/** A process of the product, and everything that it has written. */
export class FleetProcess {
  readonly log: LogLine[] = [];
  /** What it wrote beside the log. */
  readonly stray: string[] = [];
  /** Why it did not start, where it did not. */
  complaints = '';
  readonly ended: Promise<number | null>;

  constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    this.ended = new Promise((done) => child.once('exit', (code) => done(code)));
    child.stderr!.on('data', (text: Buffer) => {
      this.complaints += String(text);
      process.stderr.write(text);
    });
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      if (line.startsWith('{')) this.log.push(JSON.parse(line) as LogLine);
      else this.stray.push(line);
    });
  }

  get pid(): number {
    return this.child.pid!;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.child.kill(signal);
  }

  /** What it says of itself. */
  async health(): Promise<{ status: number; body: { ready: boolean; ending?: true; checks: Record<string, string> } } | null> {
    try {
      const response = await fetch(`${this.url}/health/ready`);
      return { status: response.status, body: (await response.json()) as { ready: boolean; checks: Record<string, string> } };
    } catch {
      return null; // it does not listen yet, or any more
    }
  }

  ready(): Promise<true> {
    return reached(`${this.url} is ready`, async () => (await this.health())?.status === 200);
  }

  said(fits: (line: LogLine) => boolean): LogLine[] {
    return this.log.filter(fits);
  }
}

export interface SignedInOver {
  userId: string;
  email: string;
  token: string;
}

export interface Answered<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** A request to one process of several. `path` follows `/api/v1`. */
export async function ask<T = { message: string }>(
  at: FleetProcess,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answered<T>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${at.url}/api/v1${path}`, {
    method,
    headers: { ...(token && { authorization: token }), ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Processes of the built product on one database, and on one Redis where it is named. */
export class Fleet {
  private readonly processes: FleetProcess[] = [];
  private readonly pool: pg.Pool;

  private constructor(
    readonly database: TestDatabase,
    readonly dataDir: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.pool = new pg.Pool({ connectionString: database.url, max: 3 });
    this.pool.on('error', () => undefined); // its end shows in the query
  }

  /**
   * Each process gets `env`. `database`: one that is there already; `before` says where it is reached, for those who put something in
   * between.
   */
  static async start(
    env: NodeJS.ProcessEnv = {},
    { database: given, before = (url) => url }: { database?: TestDatabase; before?: (url: string) => Promise<string> | string } = {},
  ): Promise<Fleet> {
    const database = given ?? (await createTestDatabase());
    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-fleet-'));
    return new Fleet(database, dataDir, {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: await before(database.url),
      DATA_DIR: dataDir,
      EXCHANGE_URL: process.env['TEST_SANDBOX_URL'] ?? 'http://127.0.0.1:9',
      FX_URL: 'off',
      ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ARGON2_MEMORY_KIB: '19456',
      SIGNAL_ENTRY_BAND_PERCENT: '0',
      SEED_DEMO: 'false',
      LOG_LEVEL: 'info',
      ...env,
    });
  }

  /** The step before API and worker, as every deploy does it. Answers who may sign in. */
  async migrate(env: NodeJS.ProcessEnv = {}): Promise<{ who: string; email: string; password: string }[]> {
    const child = this.fork(built('migrate.mjs'), env);
    let signIns: { who: string; email: string; password: string }[] = [];
    child.on('message', (message: { type: string; rows?: typeof signIns }) => (signIns = message.rows ?? signIns));
    child.stdout!.resume();
    child.stderr!.pipe(process.stderr, { end: false });
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) throw new Error(`migrate ended with ${String(code)}`);
    return signIns;
  }

  api(env: NodeJS.ProcessEnv = {}, script = built('main.mjs')): Promise<FleetProcess> {
    return this.run(script, 'PORT', env);
  }

  worker(env: NodeJS.ProcessEnv = {}, script = built('worker.mjs')): Promise<FleetProcess> {
    return this.run(script, 'WORKER_PORT', env);
  }

  /** Runs a command of the product to its end. */
  command(...argv: string[]): Promise<{ code: number | null; out: string }> {
    return this.commandWith({}, ...argv);
  }

  async commandWith(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<{ code: number | null; out: string }> {
    const child = fork(built('cli.mjs'), argv, {
      env: { ...this.env, LOG_LEVEL: 'silent', ...env },
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let out = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (out += String(text)));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, out };
  }

  async rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query(sql, values)).rows as T[];
  }

  /** While `act` runs nobody reads the account: as if another worker were at it. */
  async whileRead<T>(accountId: string, act: () => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 20))', [accountId]);
      return await act();
    } finally {
      client.release(true); // the lock goes with its connection
    }
  }

  async signIn(at: FleetProcess, email: string, password = PASSWORD): Promise<SignedInOver> {
    const { status, body } = await ask<{ token: string; data: { userId: string }; message: string }>(at, 'POST', '/signinuser', {
      body: { email, password },
    });
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${body.message}`);
    return { userId: body.data.userId, email, token: body.token };
  }

  /** The admin that `migrate` has made. */
  admin(at: FleetProcess): Promise<SignedInOver> {
    return this.signIn(at, ADMIN.email, ADMIN.password);
  }

  /** Signs up at `at` and confirms the address, without waiting for a mail. */
  async member(at: FleetProcess): Promise<SignedInOver> {
    const body = registration();
    const email = body['email'] as string;
    const { status, body: answer } = await ask(at, 'POST', '/signupuser', { body });
    if (status !== 201) throw new Error(`sign-up answered ${status}: ${answer.message}`);
    await this.rows('update users set email_confirmed_at = now() where email = $1', [email]);
    return this.signIn(at, email);
  }

  /** Kills what still runs, and leaves nothing behind. */
  async close(): Promise<void> {
    for (const one of this.processes) one.kill('SIGKILL');
    await Promise.all(this.processes.map(({ ended }) => ended));
    await this.pool.end();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async run(script: string, variable: 'PORT' | 'WORKER_PORT', env: NodeJS.ProcessEnv): Promise<FleetProcess> {
    for (;;) {
      const port = await freePort();
      const one = new FleetProcess(`http://127.0.0.1:${port}`, this.fork(script, { ...env, [variable]: String(port) }));
      this.processes.push(one);
      const code = await Promise.race([one.ready(), one.ended]);
      if (code === true) return one;
      // Between our look and its start somebody else took the port.
      if (!one.complaints.includes('is already in use'))
        throw new Error(`${script} ended with ${String(code)} before it was ready: ${one.complaints}`);
    }
  }

  private fork(script: string, env: NodeJS.ProcessEnv): ChildProcess {
    return fork(script, [], { env: { ...this.env, ...env }, execArgv: ['--enable-source-maps'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  }
}
