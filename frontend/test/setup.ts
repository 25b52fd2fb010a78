import '@testing-library/jest-dom/jest-globals';
import { afterEach, jest } from '@jest/globals';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { notify } from '../src/lib/notify';
import { printErrors } from './support/console-errors';
import { clearCharts } from './support/drawn-charts';
import { removePasskeys } from './support/passkeys';

// Lazy screens are loaded and transformed within the first wait for them.
configure({ asyncUtilTimeout: 45_000 });

/** Testing Library's own switch, which its types leave out: on while it looks again and again. */
const isWaiting = () => (getConfig() as unknown as { _disableExpensiveErrorDiagnostics: boolean })._disableExpensiveErrorDiagnostics;
const { getElementError: withDocument } = getConfig();
// A look that is repeated prints no document. Once it is given up its error does.
configure({ getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : withDocument(message, container)) });

jest.setTimeout(180_000);

// While the window is not in use a notice keeps its time: none goes away before a test has looked at it.
document.hasFocus = () => false;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  notify.clear();
  clearCharts();
  removePasskeys();
  printErrors();
});
