import { describe, expect, it } from '@jest/globals';
import { dependentsOf, importersOf, namedPaths, resolvePath } from '../../../scripts/lib/testing/steady/import-graph.mjs';
import { redTests, skippedSuites, sumUp } from '../../../scripts/lib/testing/steady/round-report.mjs';
import { selectSuites } from '../../../scripts/lib/testing/steady/selection.mjs';

/** A small project: each file and its text. */
const PROJECT: [string, string][] = [
  ['src/money.ts', ''],
  ['src/index.ts', "export * from './money.js';"],
  ['src/fees.ts', "import { money } from './index.js';"],
  ['src/money.spec.ts', "import { money } from './money.js';"],
  ['src/fees.spec.ts', "import { fees } from './fees.js';"],
  ['src/alone.spec.ts', "import { it } from '@jest/globals';"],
  ['src/faults/kill.spec.ts', "import { money } from '../money.js';"],
  ['scripts/start.mjs', ''],
];
const files = new Set(PROJECT.map(([path]) => path));
const importers = importersOf(PROJECT, files);
const suites = [...files].filter((path) => path.endsWith('.spec.ts'));

const select = (changed: string[], limit = 10) =>
  selectSuites({ changed, suites, importers, limit, isProof: (suite) => suite.includes('/faults/') });

describe('the paths that a source names', () => {
  it.each([
    ['a static import', "import { a } from './a.js';", ['./a.js']],
    ['an import over several lines', "import {\n  a,\n} from '../a.js';", ['../a.js']],
    ['a re-export', "export * from './a.js';", ['./a.js']],
    ['a dynamic import', "const a = await import('./a');", ['./a']],
    ['a mocked module', "jest.unstable_mockModule('./a', () => ({}));", ['./a']],
    ['a script it starts', "new URL('./worker.mjs', import.meta.url)", ['./worker.mjs']],
    ['a query of the bundler', "import text from './a.svg?raw';", ['./a.svg']],
    ['a package', "import { it } from '@jest/globals';", []],
    ['a path that is put together', 'import(`./${name}.js`);', []],
  ])('include %s', (_what, source, paths) => {
    expect(namedPaths(source)).toEqual(paths);
  });
});

describe('a relative path', () => {
  it.each([
    ['./money.js', 'src/money.ts'],
    ['./money', 'src/money.ts'],
    ['../src', 'src/index.ts'],
    ['../scripts/start.mjs', 'scripts/start.mjs'],
    ['./missing.js', undefined],
  ])('resolves %s to %s', (path, target) => {
    expect(resolvePath('src/fees.ts', path, files)).toBe(target);
  });
});

it('finds dependents through re-exports, with their distance', () => {
  expect(Object.fromEntries(dependentsOf(importers, ['src/money.ts']))).toEqual({
    'src/money.ts': 0,
    'src/index.ts': 1,
    'src/money.spec.ts': 1,
    'src/faults/kill.spec.ts': 1,
    'src/fees.ts': 2,
    'src/fees.spec.ts': 3,
  });
});

describe('a selection', () => {
  it('has changed suites and their dependents, nearest first, and no other', () => {
    expect(select(['src/money.ts', 'src/alone.spec.ts'])).toEqual({
      changed: ['src/alone.spec.ts'],
      dependents: ['src/money.spec.ts', 'src/fees.spec.ts'],
      leftOut: [],
      proofs: ['src/faults/kill.spec.ts'],
      unreached: [],
    });
  });

  it('limits dependents and names those left out, but never limits changed suites', () => {
    expect(select(['src/money.ts', 'src/alone.spec.ts'], 1)).toMatchObject({
      dependents: ['src/money.spec.ts'],
      leftOut: ['src/fees.spec.ts'],
    });
    expect(select(suites, 0).changed).toHaveLength(suites.length);
  });

  it('names changed sources that no suite imports', () => {
    expect(select(['src/money.ts', 'scripts/start.mjs', 'README.md']).unreached).toEqual(['scripts/start.mjs']);
  });
});

describe('the report of a round', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
  const failed = { fullName: 'subtracts', status: 'failed', failureMessages: ['1 is not 2'] };
  const suite = (name: string, status: string, ...assertionResults: (typeof passed | typeof failed)[]) => ({
    name,
    status,
    message: `${name} broke`,
    assertionResults,
  });

  it('names failed tests, suites that broke as a whole, and suites that did not run', () => {
    const report = { testResults: [suite('/a', 'failed', passed, failed), suite('/b', 'failed'), suite('/c', 'passed', passed)] };
    expect(redTests(report, ['/a', '/b', '/c', '/d'])).toEqual([
      { suite: '/a', test: 'subtracts', message: '1 is not 2' },
      { suite: '/b', test: 'the suite as a whole', message: '/b broke' },
      { suite: '/d', test: 'the suite as a whole', message: 'jest did not run it' },
    ]);
  });

  it('names suites in which no test ran', () => {
    const skipped = { ...passed, status: 'pending' };
    expect(skippedSuites({ testResults: [suite('/a', 'passed', passed, skipped), suite('/b', 'passed', skipped)] })).toEqual(['/b']);
  });

  it('is summed up by test, with every red round and its seed', () => {
    const red = [{ suite: '/a', test: 'adds', message: '' }];
    const rounds = [
      { round: 1, seed: 7, red },
      { round: 2, seed: 8, red: [] },
      { round: 3, seed: 9, red },
    ];
    const where = [
      { round: 1, seed: 7 },
      { round: 3, seed: 9 },
    ];
    expect(sumUp(rounds)).toEqual([{ suite: '/a', test: 'adds', rounds: where }]);
  });
});
