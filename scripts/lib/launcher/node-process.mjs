import { spawn } from 'node:child_process';
import { until } from '../clock.mjs';
import { Failure } from '../failure.mjs';
import { signal, startOf } from '../process-info.mjs';
import { root } from '../root.mjs';

const READY_DEADLINE_MS = 120_000;

/** One of our own processes. It ends itself when its channel to us closes, so nothing outlives a killed launcher. */
export class NodeProcess {
  #child;
  #listeners = [];

  /**
   * `flags`: Node's own for this process; `quiet`: its standard output is not for the reader; `graceMs`: how long it may take to end after
   * SIGTERM.
   */
  constructor(name, script, { env, flags = [], quiet = false, graceMs }) {
    this.name = name;
    this.graceMs = graceMs;
    this.running = true;
    this.#child = spawn(process.execPath, ['--enable-source-maps', ...flags, script], {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      detached: true, // Ctrl-C in a terminal reaches the launcher alone, which ends its processes in order
    });
    this.exited = new Promise((done) => {
      this.#child.once('error', (error) => done({ code: null, signal: null, error }));
      this.#child.once('close', (code, name) => done({ code, signal: name })); // `exit` may come before its last messages
    }).finally(() => (this.running = false));
    this.#child.on('message', (message) => this.#listeners.forEach((listener) => listener(message)));
  }

  get pid() {
    return this.#child.pid;
  }

  get start() {
    return startOf(this.pid);
  }

  onMessage(listener) {
    this.#listeners.push(listener);
  }

  /**
   * Resolves with the `ready` message. A process that ends before, or stays silent, is over: rejects with Failure. Call it once, at the
   * start.
   */
  async ready() {
    let deadline;
    const said = new Promise((done) => this.onMessage((message) => message.type === 'ready' && done(message)));
    const late = new Promise((done) => (deadline = setTimeout(done, READY_DEADLINE_MS)));
    const first = await Promise.race([said, this.exited.then((end) => ({ end })), late.then(() => ({ late: true }))]);
    clearTimeout(deadline);
    if (first.end) throw new Failure(complaint(this.name, first.end));
    if (!first.late) return first;
    await this.stop();
    throw new Failure(`${this.name} was not ready after ${READY_DEADLINE_MS / 1000} s`);
  }

  /** Asks it to end, and ends it where it does not. */
  async stop() {
    if (this.running) signal(this.pid, 'SIGTERM');
    if (!(await until(() => !this.running, this.graceMs))) this.kill();
    await this.exited;
  }

  kill() {
    if (this.running && this.pid) signal(-this.pid, 'SIGKILL');
  }
}

/** Why a process that was meant to run has ended; empty after exit code 1, for which it has given its own reason. */
export function complaint(name, { code, signal: by, error }) {
  if (code === 1) return '';
  return `${name} ended before it was ready (${error?.message ?? (by ? `signal ${by}` : `exit code ${code}`)})`;
}
