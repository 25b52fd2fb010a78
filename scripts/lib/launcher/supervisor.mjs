import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../failure.mjs';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long has recovered: its next crash starts with the first pause again. */
const RECOVERED_MS = 60_000;

/** Knows every process of this start, brings back those that crash, and ends all of them in order. */
export class Supervisor {
  #running = new Map(); // name -> { exited, stop(), kill() }
  #ending = new AbortController();
  #say;
  #changed;

  /** `say(line)` reports a crash; `changed()` is called when the set of processes has. */
  constructor({ say, changed }) {
    this.#say = say;
    this.#changed = changed;
  }

  get ending() {
    return this.#ending.signal.aborted;
  }

  /** What runs at this moment. */
  get processes() {
    return [...this.#running.values()];
  }

  /**
   * Takes a process into care from its first moment on. One that comes after the end was decided is ended at once: rejects with Failure.
   */
  async add(name, process) {
    this.#running.set(name, process);
    void process.exited.then(() => {
      if (this.#running.get(name) === process) this.#running.delete(name);
      this.#changed();
    });
    this.#changed();
    if (!this.ending) return process;
    await process.stop();
    throw new Failure('');
  }

  /** From now on `process` must not end: `again()` starts its successor, with longer and longer pauses. */
  async keep(name, process, again) {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const since = performance.now();
      const { code, signal } = await process.exited;
      if (this.ending) return;
      if (performance.now() - since > RECOVERED_MS) pauseMs = FIRST_PAUSE_MS;
      process = await this.#revive(name, signal ?? `exit code ${code}`, again, pauseMs);
      if (!process) return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #revive(name, reason, again, firstPauseMs) {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      this.#say(`${name} has ended (${reason}); starting it again in ${pauseMs / 1000} s`);
      try {
        await wait(pauseMs, undefined, { signal: this.#ending.signal });
        return await again();
      } catch (error) {
        if (this.ending) return null;
        reason = error.message || 'it did not start';
      }
    }
  }

  /** Ends everything, a group after the other, each group side by side; names that nobody listed come first. */
  async end(order) {
    this.#ending.abort();
    const listed = order.flat();
    const groups = [[...this.#running.keys()].filter((name) => !listed.includes(name)), ...order];
    for (const names of groups) await Promise.all(names.map((name) => this.#running.get(name)?.stop()));
  }

  /** Ends everything at once and without asking. */
  kill() {
    this.#ending.abort();
    for (const process of this.processes) process.kill();
  }
}
