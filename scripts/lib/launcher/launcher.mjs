import { join } from 'node:path';
import { stopwatch } from '../clock.mjs';
import { Failure } from '../failure.mjs';
import { tryLock } from '../lock.mjs';
import { portInUse } from '../ports.mjs';
import { startPostgres } from '../postgres.mjs';
import { endOrphans, recordProcesses } from './orphan-processes.mjs';
import { API_FLAGS } from './flags.mjs';
import { complaint, NodeProcess } from './node-process.mjs';
import { databaseVariables, exchangeVariables, planStart } from './plan.mjs';
import { readyBlock } from './ready-block.mjs';
import { Supervisor } from './supervisor.mjs';

const DATABASE = 'PostgreSQL';
const SANDBOX = 'The sandbox exchange';
const API = 'The API';
const WORKER = 'The worker';
const DEMO = 'The demo club';

/** Requests and jobs are finished before what they need goes away. */
const END_ORDER = [[API, WORKER], [SANDBOX], [DATABASE]];
/** The processes give themselves 25 s to finish what they are at. */
const GRACE_MS = 32_000;

const say = (line) => process.stdout.write(`${line}\n`);

/** One run of the product: `start` brings everything up, `end` takes everything down, in any state of the start. */
export class Launcher {
  #environment;
  #plan;
  #lock;
  #started = Promise.resolve();
  #supervisor = new Supervisor({ say, changed: () => this.#recordProcesses() });

  constructor(environment) {
    this.#environment = environment;
  }

  /** Resolves when everything serves; rejects with Failure. Resolves early, and says nothing, when `end` was called meanwhile. */
  async start() {
    this.#started = this.#bringUp();
    try {
      await this.#started;
    } catch (error) {
      if (!this.#supervisor.ending) throw error;
    }
  }

  /** Ends every process in order; `kill` may cut it short. */
  async end() {
    await this.#supervisor.end(END_ORDER);
    await this.#started.catch(() => undefined); // `start` has reported it
    await this.#supervisor.end(END_ORDER); // what came up while the first pass ran
    this.#lock?.release();
  }

  kill() {
    this.#supervisor.kill();
  }

  async #bringUp() {
    const elapsed = stopwatch();
    this.#plan = await planStart(this.#environment);
    await this.#claim();
    const env = { ...this.#plan.env, ...(await this.#servers()) };
    const signIns = await this.#migrate(env);
    await this.#serve(env);
    const { url, mailbox } = this.#plan;
    if (this.#supervisor.ending) return;
    say(readyBlock({ url, mailbox, signIns, elapsed: elapsed() }));
    void this.#giveHistory(env).catch(() => undefined); // ended together with the rest
  }

  /** Makes sure that port and data folder are ours alone. */
  async #claim() {
    const { host, port, dataDir, production } = this.#plan;
    const used = await portInUse(port, host);
    const portTaken = new Failure(`PORT: ${port} is already in use on ${host}`);
    if (!production) {
      const { release, holder } = lockFolder(dataDir);
      if (holder) throw used ? portTaken : new Failure(`DATA_DIR: ${dataDir} is in use by another start (process ${holder})`);
      this.#lock = { release };
      await endOrphans(join(dataDir, 'processes.json'));
    }
    if (used && (await portInUse(port, host))) throw portTaken;
  }

  /** Brings up the servers that nobody gave us; returns the variables that name them. */
  async #servers() {
    const { database, sandbox } = this.#plan;
    const brought = [database && DATABASE, sandbox && 'the sandbox exchange'].filter(Boolean);
    if (brought.length > 0) say(`Starting ${brought.join(' and ')} ...`);
    const variables = await Promise.all([database && this.#database(), sandbox && this.#sandbox()]);
    return Object.assign({}, ...variables);
  }

  async #database() {
    const start = async (port) => {
      const server = await startPostgres({ home: this.#plan.dataDir, port });
      return this.#supervisor.add(DATABASE, server);
    };
    const server = await start();
    void this.#supervisor.keep(DATABASE, server, () => start(server.port));
    return databaseVariables(server);
  }

  async #sandbox() {
    const { env, dataDir } = this.#plan;
    const chains = { SANDBOX_MINES: 'true', SANDBOX_CHAIN_FILE: join(dataDir, 'sandbox-chains.json') };
    const start = async (settings) => {
      const sandbox = new NodeProcess(SANDBOX, 'sandbox/src/main.ts', {
        env: { ...chains, ...env, ...settings },
        quiet: true,
        graceMs: 5_000,
      });
      await this.#supervisor.add(SANDBOX, sandbox);
      return { sandbox, ready: await sandbox.ready() };
    };
    const { sandbox, ready } = await start({});
    // The processes know its address by now: its successor takes the same, with the same key to its control.
    const again = { SANDBOX_PORT: String(ready.port), SANDBOX_CONTROL_TOKEN: ready.controlToken };
    void this.#supervisor.keep(SANDBOX, sandbox, async () => (await start(again)).sandbox);
    return exchangeVariables(ready, env);
  }

  /** Runs the migrations to their end; returns the sign-ins to show. */
  async #migrate(env) {
    const name = 'The migration';
    const migration = new NodeProcess(name, 'dist/backend/bundle/migrate.mjs', { env, graceMs: GRACE_MS });
    let signIns = [];
    migration.onMessage(({ type, message, rows }) => {
      if (type === 'progress') say(`${message} ...`);
      if (type === 'sign-ins') signIns = rows;
    });
    await this.#supervisor.add(name, migration);
    const end = await migration.exited;
    if (end.code !== 0) throw new Failure(complaint(name, end));
    return signIns;
  }

  async #serve(env) {
    say('Starting the API and the worker ...');
    const start = async (name, script) => {
      const child = new NodeProcess(name, script, { env, flags: name === API ? API_FLAGS : [], graceMs: GRACE_MS });
      await this.#supervisor.add(name, child);
      await child.ready();
      return child;
    };
    const scripts = { [API]: 'dist/backend/bundle/main.mjs', [WORKER]: 'dist/backend/bundle/worker.mjs' };
    const children = await Promise.all(
      Object.entries(scripts).map(async ([name, script]) => ({ name, script, child: await start(name, script) })),
    );
    for (const { name, script, child } of children) void this.#supervisor.keep(name, child, () => start(name, script));
  }

  /** Gives the demo club its history, beside the product that runs. What is missing when it ends is made by the next start. */
  async #giveHistory(env) {
    if (this.#plan.production || env.SEED_DEMO === 'false') return;
    const demo = new NodeProcess(DEMO, 'dist/backend/bundle/demo.mjs', { env, graceMs: GRACE_MS });
    await this.#supervisor.add(DEMO, demo);
    const { code } = await demo.exited;
    if (code !== 0 && !this.#supervisor.ending) say(`${DEMO} has no history yet; the next start tries again`);
  }

  #recordProcesses() {
    if (this.#lock) recordProcesses(join(this.#plan.dataDir, 'processes.json'), this.#supervisor.processes);
  }
}

function lockFolder(dataDir) {
  try {
    return tryLock(join(dataDir, 'launcher.lock'));
  } catch (error) {
    throw new Failure(`DATA_DIR: ${dataDir} cannot be used: ${error.message}`);
  }
}
