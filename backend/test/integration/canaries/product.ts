import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from '../../e2e/support/tidemark.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const BUILT = resolve(import.meta.dirname, '../../../../dist/backend/src');
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

export interface Reply {
  status: number;
  body: string;
  /** Status, headers and body as one text. */
  whole: string;
}

/** API and worker as real processes that log all they can, with everything they write kept, on a database that a test can read. */
export class LoggedProduct {
  /** Standard output and standard error of every process. */
  log = '';
  /** Every answer with a status of 400 and more. */
  readonly failures: Reply[] = [];
  private readonly running: ChildProcess[] = [];

  private constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly database: TestDatabase,
    readonly sql: pg.Client,
  ) {}

  static async make(env: NodeJS.ProcessEnv): Promise<LoggedProduct> {
    const database = await createTestDatabase();
    const sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    const point = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }).x as string;
    const environment = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'trace',
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'tidemark-canaries-')),
      PORT: String(await freePort()),
      DEV_SMTP_PORT: String(await freePort()),
      EXCHANGE_URL: process.env['TEST_SANDBOX_URL'],
      FX_URL: 'off',
      SEED_DEMO: 'false',
      ARGON2_MEMORY_KIB: '19456',
      ENCRYPTION_KEYS: JSON.stringify({ current: 'k', keys: { k: key(1) }, index: key(2) }),
      OFFLINE_SEAL_PUBLIC_KEY: Buffer.from(point, 'base64url').toString('base64'),
      ...env,
    };
    return new LoggedProduct(environment, database, sql);
  }

  /** Runs a process of the product until it is ready; `migrate` until it is done. */
  async start(name: 'migrate' | 'main' | 'worker'): Promise<void> {
    const child = spawn(process.execPath, ['--enable-source-maps', join(BUILT, `${name}.js`)], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    this.running.push(child);
    await new Promise<void>((done, failed) => {
      child.on('message', (message: { type?: string }) => message.type === 'ready' && done());
      child.once('close', (code) =>
        name === 'migrate' && code === 0 ? done() : failed(new Error(`${name} ended with ${code}:\n${this.log.slice(-3000)}`)),
      );
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map(ended));
    await this.sql.end();
    await this.database.drop();
    rmSync(this.environment['DATA_DIR']!, { recursive: true, force: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.environment['PORT']}`;
  }

  /** `path` follows the address of the site. */
  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | FormData; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const reply = { status: response.status, body: text, whole: `${response.status} ${JSON.stringify([...response.headers])} ${text}` };
    if (reply.status >= 400) this.failures.push(reply);
    return reply;
  }

  /** `path` follows `/api/v1`. */
  call(method: string, path: string, body?: object, token?: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.request(method, `/api/v1${path}`, {
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: token }), ...headers },
    });
  }

  /** Every row of every table, bytes in hex, by table; those of the queue too. */
  async tables(): Promise<Map<string, string>> {
    const { rows } = await this.sql.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const tables = new Map<string, string>();
    for (const { name } of rows) {
      const { rows: all } = await this.sql.query<{ row: string }>(`select whole_row::text as row from ${name} as whole_row`);
      tables.set(name, all.map(({ row }) => row).join('\n'));
    }
    return tables;
  }

  /** Everything that was stored as a file. */
  files(): Map<string, string> {
    const folder = join(this.environment['DATA_DIR']!, 'files');
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(entries.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('close', () => done());
    child.kill('SIGTERM');
  });
}
