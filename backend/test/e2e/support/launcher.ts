import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startOf } from '../../../../scripts/lib/process-info.mjs';
import { eventually } from './eventually.js';
import { processes, tree } from './processes.js';

export const ROOT = resolve(import.meta.dirname, '../../../..');
/** Only a start that hangs comes to it, also on a machine with other work; one that fails ends at once. */
const READY_MS = 240_000;
/** Longer than what a process is given to finish what it is at. */
const GONE_MS = 90_000;

/** A process, told from a later one that has the same id. */
export interface Begun {
  pid: number;
  start: string | null;
}

export interface LaunchOptions {
  env?: NodeJS.ProcessEnv;
  /** The script by itself unless told. */
  command?: string[];
  /** Another user than the one the tests run as. */
  user?: { uid: number; gid: number };
}

/** One start of the product, watched from outside: what it prints, how it ends, which processes it has. */
export class Launch {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  readonly #start: string | null;
  #stdout = '';
  #stderr = '';

  constructor({ env = {}, command = [process.execPath, 'scripts/start.mjs'], user }: LaunchOptions = {}) {
    const [program = '', ...args] = command;
    this.#child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'],
        LOG_LEVEL: 'error',
        ...env,
      },
      ...user,
    });
    this.#start = this.#child.pid === undefined ? null : startOf(this.#child.pid);
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.#exited = new Promise((done) => this.#child.once('close', (code) => done(code)));
  }

  get stdout(): string {
    return this.#stdout;
  }

  get errors(): string[] {
    return this.#stderr.split('\n').filter((line) => line !== '');
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Every process of this start at this moment, the launcher first. */
  tree(): Begun[] {
    // Once it is over, its id may be another one's.
    const below = startOf(this.pid) === this.#start ? tree(this.pid) : [];
    return [{ pid: this.pid, start: this.#start }, ...below.map(({ pid }) => ({ pid, start: startOf(pid) }))];
  }

  /** Waits for the block that says that everything serves. */
  async ready(): Promise<this> {
    await eventually(() => {
      if (this.#child.exitCode !== null)
        throw new Error(`the launcher ended with ${this.#child.exitCode}:\n${this.#stdout}${this.#stderr}`);
      if (!this.#stdout.includes('Ctrl-C ends all of it')) throw new Error(`not ready yet:\n${this.#stdout}${this.#stderr}`);
    }, READY_MS);
    return this;
  }

  /** The exit code; null after a signal. */
  ended(): Promise<number | null> {
    return this.#exited;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended();
  }
}

/** Waits until none of these processes is left, and none that has `dataDir` in its command. */
export async function nothingLeft(begun: Begun[], dataDir: string): Promise<void> {
  await eventually(() => {
    const left = begun.filter(({ pid, start }) => start !== null && startOf(pid) === start).map(({ pid }) => pid);
    const strays = processes().filter(({ pid, command }) => left.includes(pid) || command.includes(dataDir));
    if (strays.length > 0)
      throw new Error(`still there:\n${strays.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`).join('\n')}`);
  }, GONE_MS);
}

const serverNotes = (dataDir: string) => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');

/** The process of the embedded database that runs on this folder now. */
export const databasePid = (dataDir: string) => Number(serverNotes(dataDir)[0]);

/** Its address. */
export function embeddedDatabase(dataDir: string): string {
  const { password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { password: string };
  return `postgres://tidemark:${password}@127.0.0.1:${serverNotes(dataDir)[3]}/tidemark`;
}
