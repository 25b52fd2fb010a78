// Replaces jest-runtime in jest's own runner (`runtime` of a project). Modules are Node's own: a worker loads each once and its suites
// share it. There is no isolation by vm context and no module mocking; a suite must undo what it changes in shared modules. See
// CONTRIBUTING.md, "Tests".
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { GLOBALS, installModuleHooks, sourceMaps } from './module-hooks.mjs';

const require = createRequire(import.meta.url);

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

const mocker = new ModuleMocker(globalThis);
let imports = 0;

/** The `jest` object of a suite: what its specs use of jest's, on the real globals. */
function jestObject(timers) {
  const chained = (object, names) => Object.fromEntries(names.map((name) => [name, (...args) => (object[name](...args), self)]));
  const plain = (object, names) => Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));
  const self = {
    mocked: (source) => source,
    setTimeout: (ms) => ((globalThis[TEST_TIMEOUT] = ms), self),
    ...plain(mocker, ['fn', 'spyOn', 'isMockFunction', 'replaceProperty']),
    ...chained(mocker, ['clearAllMocks', 'resetAllMocks', 'restoreAllMocks']),
    ...chained(timers, ['useFakeTimers', 'useRealTimers']),
    ...plain(timers, [
      'setSystemTime',
      'getRealSystemTime',
      'now',
      'getTimerCount',
      'clearAllTimers',
      'advanceTimersByTime',
      'advanceTimersByTimeAsync',
    ]),
    ...plain(timers, ['advanceTimersToNextTimer', 'runAllTimers', 'runAllTimersAsync', 'runOnlyPendingTimers']),
  };
  return self;
}

class SharedRuntime {
  #timers;

  constructor(config) {
    this.#timers = new ModernFakeTimers({ config, global: globalThis });
    installModuleHooks();
    delete globalThis[EVENT_HANDLERS];
    delete globalThis[TEST_TIMEOUT];
  }

  /** jest-circus keeps the tree of tests in this module: each suite needs a new one. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** The query makes a suite's own file, and the setup files, run anew; what they import is shared. */
  async unstable_importModule(path) {
    imports += 1;
    return import(`${pathToFileURL(path)}?import=${imports}`);
  }

  setGlobalsForRuntime(globals) {
    globalThis[GLOBALS] = { ...globals, jest: jestObject(this.#timers) };
  }

  clearAllMocks() {
    mocker.clearAllMocks();
  }

  resetAllMocks() {
    mocker.resetAllMocks();
  }

  restoreAllMocks() {
    mocker.restoreAllMocks();
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  getAllV8CoverageInfoCopy() {
    return [];
  }

  /** Coverage is not measured here: the modules stay loaded after a suite. */
  collectV8Coverage() {}
  stopCollectingV8Coverage() {}

  enterTestCode() {}
  leaveTestCode() {}
  resetModules() {}

  teardown() {
    this.#timers.useRealTimers();
    mocker.restoreAllMocks();
  }
}

// jest loads a runtime by `require`, which gives the whole namespace of an ES module unless it exports this name.
export { SharedRuntime as 'module.exports' };
