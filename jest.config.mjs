// One jest run, eight projects. Everything is ESM; swc strips the types, `npm run types` checks them. CONTRIBUTING.md says what belongs where.
import { availableParallelism } from 'node:os';
import { proofPatterns } from './scripts/lib/testing/proofs.mjs';

/** Kept between runs; a run has a temporary folder of its own. */
const cacheDirectory = '<rootDir>/node_modules/.cache/jest';

const seeded = { '^fast-check$': '<rootDir>/backend/test/support/seeded-fast-check.mjs' };

/** Suites without a browser document. They share their worker's modules: its own loader resolves and compiles them, the mapping below is for jest's search of dependents. */
const node = (displayName, roots, testRegex, extra = {}) => ({
  displayName,
  rootDir: '.',
  roots,
  testEnvironment: '<rootDir>/scripts/lib/testing/shared/environment.mjs',
  runtime: '<rootDir>/scripts/lib/testing/shared/runtime.mjs',
  testRegex,
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  injectGlobals: false,
  moduleNameMapper: { ...seeded, '^(\\.{1,2}/(?!.*node_modules/).*)\\.js$': '$1' },
  setupFilesAfterEnv: ['<rootDir>/backend/test/support/jest-setup.ts'],
  cacheDirectory,
  ...extra,
});

// PostgreSQL and the sandbox exchange, started once for a whole run and shared by every database-backed project.
const servers = {
  globalSetup: '<rootDir>/backend/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/backend/test/support/global-teardown.mjs',
};

// A data folder with a migrated database that every product of a browser suite starts from.
const products = {
  globalSetup: '<rootDir>/backend/test/support/global-setup-e2e.mjs',
  globalTeardown: '<rootDir>/backend/test/support/global-teardown-e2e.mjs',
};

const onlyProofs = (suffix) => `(${proofPatterns.join('|')}).*\\.${suffix}\\.ts$`;

/** Components run in a document (jsdom), which the suites of a worker share like its modules. */
const frontend = node('frontend', ['<rootDir>/frontend'], '\\.test\\.tsx?$', {
  testEnvironment: '<rootDir>/scripts/lib/testing/shared/document-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/frontend/test/setup.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
});

export default {
  // One more than there are cores: suites on a database wait for it about as long as they compute. The proofs wait more, for servers that
  // are away and processes that start.
  maxWorkers: availableParallelism() + (process.env.TEST_RUN === 'proofs' ? 2 : 1),
  // A worker that keeps every suite's own file in its module cache grows; one beyond this is replaced between two suites.
  workerIdleMemoryLimit: '1.5GB',
  // A worker with a full module cache takes up to a second to free it; one that is still there after this leaks a handle.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/scripts/lib/testing/balanced-sequencer.mjs',
  cacheDirectory,
  projects: [
    node('unit', ['<rootDir>/backend/src', '<rootDir>/backend/test/support'], '\\.spec\\.ts$'),
    node('sandbox', ['<rootDir>/sandbox'], '\\.spec\\.ts$'),
    node('integration', ['<rootDir>/backend'], '\\.int-spec\\.ts$', { ...servers, testPathIgnorePatterns: proofPatterns }),
    node('contract', ['<rootDir>/backend/test/contract'], '\\.contract-spec\\.ts$', servers),
    node('e2e', ['<rootDir>/backend/test/e2e'], '\\.e2e-spec\\.ts$', { ...products, testPathIgnorePatterns: proofPatterns }),
    frontend,
    node('proofs', ['<rootDir>/backend'], onlyProofs('int-spec'), servers),
    node('proofs-e2e', ['<rootDir>/backend/test/e2e'], onlyProofs('e2e-spec'), products),
  ],
};
