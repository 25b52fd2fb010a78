import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProcessTimes {
  /** For one piece of work, from the moment it is sent to a process. */
  workMs: number;
  /** For loading the program's library. */
  startMs: number;
  /** After which an idle process ends: its library takes tens of megabytes. */
  idleMs: number;
}

/** `late`: the process was killed for taking too long; `ended`: it crashed. */
export type Failure = 'late' | 'ended';

/** Returns the path of a program beside this file, with its extension: a source in tests, built code, or an entry of the bundle. */
export function programBeside(name: string): string {
  const ownPath = fileURLToPath(import.meta.url);
  return fileURLToPath(new URL(`./${name}${extname(ownPath)}`, import.meta.url));
}

/**
 * Processes that do one piece of work at a time, started when first needed. One that takes too long is killed, and with it the work: native
 * code cannot be stopped in any other way. No secrets reach them: their environment is empty.
 */
export class ProcessPool<Request extends object, Reply> {
  readonly #idle: PooledProcess<Request, Reply>[] = [];

  constructor(
    private readonly program: string,
    private readonly times: ProcessTimes,
  ) {}

  /** Does one piece of work; the caller bounds how many run at once. Throws where the program does not start. */
  async run(request: Request): Promise<Reply | Failure> {
    const worker = this.#idle.pop() ?? (await PooledProcess.start<Request, Reply>(this.program, this.times));
    const reply = await worker.run(request);
    if (worker.isAlive) this.#keep(worker);
    return reply;
  }

  /** Processes that wait for work. */
  get waiting(): number {
    return this.#idle.length;
  }

  #keep(worker: PooledProcess<Request, Reply>): void {
    this.#idle.push(worker);
    worker.rest(() => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
  }
}

class PooledProcess<Request extends object, Reply> {
  #stopIdle: NodeJS.Timeout | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly times: ProcessTimes,
  ) {}

  /** The program's first message says that it is ready. */
  static async start<Request extends object, Reply>(program: string, times: ProcessTimes): Promise<PooledProcess<Request, Reply>> {
    const child = fork(program, [], { execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const started = new PooledProcess<Request, Reply>(child, times);
    const reply = await started.reply(times.startMs);
    if (reply === 'ended' || reply === 'late') throw new Error(`${program} did not start`);
    return started;
  }

  get isAlive(): boolean {
    return this.child.connected && this.child.exitCode === null && this.child.signalCode === null;
  }

  async run(request: Request): Promise<Reply | Failure> {
    clearTimeout(this.#stopIdle);
    this.#hold(true);
    const reply = this.reply(this.times.workMs);
    this.child.send(request, () => undefined); // a failure to send is the end of the process, which `reply` reports
    return reply;
  }

  /** Lets the process wait for the next work without keeping ours alive; `ended` is called when it stops. */
  rest(ended: () => void): void {
    this.#hold(false);
    this.child.removeAllListeners('exit').once('exit', ended);
    this.#stopIdle = setTimeout(() => {
      ended();
      this.child.kill('SIGKILL');
    }, this.times.idleMs).unref();
  }

  /** Returns the next message. Kills the process if there is none in time. */
  private reply(limitMs: number): Promise<Reply | Failure> {
    return new Promise((resolve) => {
      const settle = (outcome: Reply | Failure) => {
        clearTimeout(timer);
        this.child.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
        this.child.on('error', () => undefined);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        this.child.removeAllListeners('exit').once('exit', () => settle('late')); // the slot is free after the exit
        this.child.kill('SIGKILL');
      }, limitMs);
      this.child.once('message', (message) => settle(message as Reply));
      this.child.once('exit', () => settle('ended'));
      this.child.once('error', () => settle('ended'));
    });
  }

  #hold(isBusy: boolean): void {
    for (const part of [this.child, this.child.channel]) {
      if (isBusy) part?.ref();
      else part?.unref();
    }
  }
}
