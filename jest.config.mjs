// One jest run, five projects. Everything is ESM; swc strips the types, `npm run types` checks them.
const swc = ({ tsx = false, decorators = false } = {}) => [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser: { syntax: 'typescript', tsx, decorators },
      transform: {
        ...(decorators && { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false }),
        ...(tsx && { react: { runtime: 'automatic' } }),
      },
    },
  },
];

const seeded = { '^fast-check$': '<rootDir>/backend/test/support/seeded-fast-check.mjs' };

const node = (displayName, roots, testRegex, extra = {}) => ({
  displayName,
  rootDir: '.',
  roots,
  testEnvironment: 'node',
  testRegex,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc({ decorators: true }) },
  moduleNameMapper: { ...seeded, '^(\\.{1,2}/(?!.*node_modules/).*)\\.js$': '$1' },
  setupFilesAfterEnv: ['<rootDir>/backend/test/support/jest-setup.ts'],
  ...extra,
});

// PostgreSQL and the sandbox exchange, started once for a whole run and shared by every database-backed project.
const servers = {
  globalSetup: '<rootDir>/backend/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/backend/test/support/global-teardown.mjs',
};

export default {
  maxWorkers: 2,
  // Modules of a finished suite are not given back by node's vm: a worker that has run fifty suites spends its time looking through four gigabytes of them.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/scripts/lib/testing/woven-sequencer.mjs',
  projects: [
    node('unit', ['<rootDir>/backend/src'], '\\.spec\\.ts$'),
    node('sandbox', ['<rootDir>/sandbox'], '\\.spec\\.ts$'),
    node('integration', ['<rootDir>/backend'], '\\.int-spec\\.ts$', servers),
    node('contract', ['<rootDir>/backend/test/contract'], '\\.contract-spec\\.ts$', servers),
    node('e2e', ['<rootDir>/backend/test/e2e'], '\\.e2e-spec\\.ts$', {
      globalSetup: '<rootDir>/backend/test/support/global-setup-e2e.mjs',
      globalTeardown: '<rootDir>/backend/test/support/global-teardown-e2e.mjs',
    }),
    {
      displayName: 'frontend',
      rootDir: '.',
      roots: ['<rootDir>/frontend'],
      testEnvironment: 'jsdom',
      testRegex: '\\.test\\.tsx?$',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      transform: { '^.+\\.tsx?$': swc({ tsx: true }) },
      setupFiles: ['<rootDir>/frontend/test/globals.mjs'],
      setupFilesAfterEnv: ['<rootDir>/frontend/test/setup.ts'],
      moduleNameMapper: { ...seeded, '^virtual:content/(.*)$': '<rootDir>/frontend/test/content/$1.ts', '\\.(css|svg|png|woff2)$': '<rootDir>/frontend/test/asset.mjs' },
    },
  ],
};
