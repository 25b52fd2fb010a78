import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { API_FLAGS } from '../../../../scripts/lib/launcher/flags.mjs';
import { NodeProcess } from '../../../../scripts/lib/launcher/node-process.mjs';
import { reservedPort } from '../../../../scripts/lib/ports.mjs';
import { root } from '../../../../scripts/lib/root.mjs';
import { testTools } from '../../../../scripts/lib/testing/tools.mjs';
import { Balancer } from '../balancer.ts';
import { FaultProxy } from '../fault-proxy.ts';
import { MailServer } from './mail-server.mjs';
import { Database, Member, RedisServer } from './processes.mjs';

export const ADMIN = { email: 'head@club.example', password: 'nineteen quiet tugboats at dawn' };
const EACH = 2;
/** The public example account of BIP 84. */
const XPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

const key = (fill) => Buffer.alloc(32, fill).toString('base64');

/** Runs a script of the built product to its end: { code, out }. */
function run(script, args, env) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/backend/bundle', script), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
    child.once('exit', (code) => done({ code, out }));
  });
}

/** The whole product as bare processes, with the servers it needs, each behind something that can break it. */
export class World {
  mail = new MailServer();
  apis = [];
  workers = [];
  redis = null;
  #settings;
  #readsChains;

  /** `readsChains`: invoices are paid on the chains of the sandbox, whose clock runs then. */
  constructor(folder, { readsChains = false } = {}) {
    this.#readsChains = readsChains;
    this.folder = folder;
    this.logs = join(folder, 'logs');
    this.dataDir = join(folder, 'data');
    for (const path of [this.logs, this.dataDir]) mkdirSync(path, { recursive: true });
    this.database = new Database(join(folder, 'database'));
  }

  /** `queue`: `redis` where there is a redis-server, else the queue stands in PostgreSQL. */
  async start({ queue, log }) {
    const program = testTools().find(({ variable }) => variable === 'TEST_REDIS_SERVER').found;
    if (queue === 'redis' && !program) log('no redis-server here: the queues stand in PostgreSQL, and nothing happens to Redis');
    if (queue === 'redis' && program) this.redis = new RedisServer(program, join(this.folder, 'redis'), await reservedPort());
    this.sandbox = new NodeProcess('The sandbox exchange', 'sandbox/src/main.ts', {
      env: { ...process.env, SANDBOX_PORT: '0' },
      quiet: true,
      graceMs: 5_000,
    });
    const [{ url: exchangeUrl, controlToken }] = await Promise.all([
      this.sandbox.ready(),
      this.database.start(),
      this.redis?.start(),
      this.mail.start(),
    ]);
    this.exchangeControl = (method, what, body) => control(exchangeUrl, controlToken, method, what, body);
    if (!this.#readsChains) await this.exchangeControl('POST', 'clock', { freeze: true });
    this.exchangeUrl = exchangeUrl;
    this.proxies = {
      database: await FaultProxy.before(this.database.url),
      exchange: await FaultProxy.before(exchangeUrl),
      ...(this.#readsChains && { chains: await FaultProxy.before(exchangeUrl) }),
      ...(this.redis && { redis: await FaultProxy.before(this.redis.url) }),
    };
    this.#settings = this.#variables();
    const { code, out } = await run('migrate.mjs', [], {
      ...this.#settings,
      DATABASE_URL: this.database.url,
      ...(this.redis && { REDIS_URL: this.redis.url }),
    });
    if (code !== 0) throw new Error(`migrate ended with ${code}: ${out}`);
    await this.#startProcesses();
  }

  get processes() {
    return [...this.apis, ...this.workers];
  }

  get crashes() {
    return this.processes.flatMap(({ crashes }) => crashes);
  }

  proxy(name) {
    return this.proxies[name].proxy;
  }

  /** The command line of the product, past every proxy: { code, out }. */
  command(...args) {
    return run('cli.mjs', args, { ...this.#settings, DATABASE_URL: this.database.url, ...(this.redis && { REDIS_URL: this.redis.url }) });
  }

  async stop() {
    this.balancer?.close();
    for (const member of this.processes) member.stop();
    for (const { proxy } of Object.values(this.proxies ?? {})) await proxy.close();
    await Promise.allSettled([this.sandbox?.stop(), this.database.stop(), this.mail.stop()]);
    this.redis?.stop();
  }

  /** For the last moment of this process, in which nothing can be waited for. */
  abandon() {
    for (const member of this.processes) member.stop();
    this.sandbox?.kill();
    this.redis?.stop();
  }

  async #startProcesses() {
    this.balancer = new Balancer({ probePatienceMs: 2_000 });
    const starting = [];
    for (let i = 1; i <= EACH; i++) {
      const [apiPort, workerPort] = [await reservedPort(), await reservedPort()];
      const api = new Member(`api-${i}`, 'main.mjs', {
        url: `http://127.0.0.1:${apiPort}`,
        env: { ...this.#settings, PORT: String(apiPort) },
        flags: API_FLAGS,
        logs: this.logs,
      });
      const worker = new Member(`worker-${i}`, 'worker.mjs', {
        url: `http://127.0.0.1:${workerPort}`,
        env: { ...this.#settings, WORKER_PORT: String(workerPort) },
        logs: this.logs,
      });
      this.apis.push(api);
      this.workers.push(worker);
      this.balancer.add(api.url);
      starting.push(api.start(), worker.start());
    }
    await Promise.all(starting);
  }

  #variables() {
    const { PATH, HOME, TMPDIR } = process.env;
    return {
      ...(PATH && { PATH }),
      ...(HOME && { HOME }),
      ...(TMPDIR && { TMPDIR }),
      NODE_ENV: 'test',
      DATABASE_URL: this.proxies.database.url,
      ...(this.redis && { REDIS_URL: this.proxies.redis.url }),
      DATA_DIR: this.dataDir,
      SMTP_URL: this.mail.url,
      SMTP_TIMEOUT_SECONDS: '3',
      MAIL_FROM: 'no-reply@club.example',
      EXCHANGE_URL: this.proxies.exchange.url,
      FX_URL: 'off',
      ...(this.#readsChains && {
        BITCOIN_API_URL: `${new URL(this.proxies.chains.url).origin}/chain/bitcoin`,
        BITCOIN_XPUB: XPUB,
        TRON_API_URL: `${new URL(this.proxies.chains.url).origin}/chain/tron`,
      }),
      ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
      OFFLINE_SEAL_PUBLIC_KEY: key(9),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ARGON2_MEMORY_KIB: '19456',
      BROADCAST_DELAY_SECONDS: '0',
      SYNC_INTERVAL_MINUTES: '3',
      SIGNAL_ENTRY_BAND_PERCENT: '0',
      SEED_DEMO: 'false',
      SHUTDOWN_DELAY_SECONDS: '1',
      LOG_LEVEL: 'info',
    };
  }
}

async function control(url, token, method, what, body) {
  const response = await fetch(`${url}/__control/${what}`, {
    method,
    headers: { 'x-control-token': token, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`sandbox control ${what}: ${response.status} ${await response.text()}`);
  return response.json();
}
