// The test environment of suites that share a worker: the worker's own globals, no vm context. Restores what a suite changed, reports what
// it left.
import { Leftovers } from './leftovers.mjs';
import { describeWitnesses } from './witnesses.mjs';

const exit = Object.getOwnPropertyDescriptor(process, 'exit');
const realConsole = globalThis.console;

class SharedEnvironment {
  #env = { ...process.env };
  #leftovers;

  constructor(_, { testPath }) {
    this.global = globalThis;
    this.moduleMap = null;
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.#leftovers = new Leftovers(testPath);
  }

  async setup() {
    this.#leftovers.begin();
  }

  async teardown() {
    await this.#leftovers.end();
    Object.defineProperty(process, 'exit', exit);
    globalThis.console = realConsole;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  /** A test that fails says what was on the screen at that moment; later it is gone. */
  async handleTestEvent({ name, error }) {
    if (name === 'test_fn_failure') await describeWitnesses(error);
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }
}

export default SharedEnvironment;
