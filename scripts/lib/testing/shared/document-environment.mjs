// The test environment of the front end's suites: the shared environment and a browser window, which the suites of a worker share too.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../root.mjs';
import SharedEnvironment from './environment.mjs';
import { SharedWindow } from './window.mjs';

/** Run once in a window: what jsdom lacks, what makes it quicker, the English texts. */
const PREPARATIONS = ['globals.mjs', 'kept-answers.ts', 'light-styles.ts', 'texts.ts', 'user-events.ts'].map(
  (name) => pathToFileURL(join(root, 'frontend/test', name)).href,
);

/** Turns of the event loop in which rendering that has begun comes to its end. */
const TURNS = 5;

const nextTurn = promisify(setTimeout);

let window;

class DocumentEnvironment extends SharedEnvironment {
  async setup() {
    await super.setup();
    if (window) return window.install();
    window = new SharedWindow();
    window.install();
    await import('./load-react.mjs');
    for (const url of PREPARATIONS) await import(url);
    window.keep();
  }

  /** Fails a suite that leaves a changed prototype in the window. */
  handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    const changed = window.restorePrototypes();
    if (changed.length > 0) unhandledErrors.push(new Error(`The suite leaves changed prototypes in the window: ${changed.join(', ')}`));
  }

  async teardown() {
    // What the last test set off without waiting for it ends while there is a window.
    for (let turn = 0; turn < TURNS; turn++) await nextTurn(0);
    window?.uninstall();
    await super.teardown();
  }

  exportConditions() {
    return ['browser'];
  }
}

export default DocumentEnvironment;
