// Finds what a suite leaves behind in its worker: folders, globals, listening sockets, child processes and listeners of the process.
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedGlobals, ownGlobals } from './globals.mjs';

/** Handles that a suite opens on purpose and must close. Client connections are left out: pools of shared modules keep theirs. */
const HANDLES = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'FSEvent', 'StatWatcher'];

/** Turns of the event loop in which closed servers go away. */
const TURNS = 20;

const openHandles = () => process.getActiveResourcesInfo().filter((name) => HANDLES.includes(name));

/** `exit` is left out: loggers and database drivers register theirs once, when they are loaded. */
const listeners = () =>
  process
    .eventNames()
    .filter((name) => name !== 'exit')
    .flatMap((name) => Array(process.listenerCount(name)).fill(String(name)));

/** What `after` holds beyond `before`; both may name a thing several times. */
function added(before, after) {
  const left = [...before];
  return after.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** One suite's own temporary folder and the state of the process when it begins. */
export class Leftovers {
  #path;
  #outer = tmpdir();
  #folder;
  #before;

  constructor(path) {
    this.#path = path;
  }

  begin() {
    this.#folder = mkdtempSync(join(this.#outer, 'suite-'));
    chmodSync(this.#folder, 0o711); // servers that run as another user pass through
    process.env.TMPDIR = this.#folder;
    this.#before = { globals: ownGlobals(), handles: openHandles(), listeners: listeners() };
  }

  /** Removes the folder, and adds a line to the run's list (TEST_LEFTOVERS) where anything is left. */
  async end() {
    if (!this.#before) return;
    for (let turn = 0; turn < TURNS && added(this.#before.handles, openHandles()).length > 0; turn++)
      await new Promise((next) => setImmediate(next));
    const left = [
      ...readdirSync(this.#folder).map((name) => `folder ${name}`),
      ...added([...this.#before.globals.keys()], [...ownGlobals().keys()]).map((name) => `global ${name}`),
      ...changedGlobals(this.#before.globals).map(([name]) => `replaced global ${name}`),
      ...added(this.#before.handles, openHandles()).map((name) => `handle ${name}`),
      ...added(this.#before.listeners, listeners()).map((name) => `process listener ${name}`),
    ];
    this.#before = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
    const list = process.env.TEST_LEFTOVERS;
    if (left.length > 0 && list) appendFileSync(list, `${JSON.stringify({ path: this.#path, left })}\n`);
  }
}
