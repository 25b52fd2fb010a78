import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../root.mjs';
import { PROOFS } from './proofs.mjs';
import { RUNS } from './runs.mjs';
import { testTools } from './tools.mjs';

/** What a run leaves out on purpose. */
const LEFT_OUT = {
  quick: [`${RUNS.test.filter((name) => !RUNS.quick.includes(name)).join(', ')}: npm test runs them`, 'proofs: npm run proofs runs them'],
  test: ['proofs, which npm run proofs runs:', ...PROOFS.map(({ path, proves }) => `  ${path} (${proves})`)],
};

/**
 * Lists at the end of a run the suites that did not run and why: no tool on this machine (a suite names the tool's variable), or part of
 * another command.
 */
export default class NotRunReporter {
  #partial;

  constructor({ testNamePattern }) {
    this.#partial = Boolean(testNamePattern); // everything else is then left out on purpose
  }

  onRunComplete(_, { testResults, wasInterrupted }) {
    if (wasInterrupted || this.#partial) return;
    const missing = testTools().filter(({ found }) => !found);
    const lines = testResults.filter(({ numPendingTests }) => numPendingTests > 0).map((suite) => this.#line(suite, missing));
    if (lines.length > 0) process.stderr.write(`\nNot run on this machine:\n${lines.join('\n')}\n`);
    const leftOut = LEFT_OUT[process.env.TEST_RUN] ?? [];
    if (leftOut.length > 0) process.stderr.write(`\nNot part of this command:\n${leftOut.map((line) => `  ${line}`).join('\n')}\n`);
  }

  #line({ testFilePath, numPendingTests, numPassingTests }, missing) {
    const source = readFileSync(testFilePath, 'utf8');
    const wanted = missing.filter(({ variable }) => source.includes(variable)).map(({ tool }) => tool);
    const part = numPassingTests > 0 ? `${numPendingTests} of its tests` : 'the whole suite';
    const reason = wanted.length > 0 ? `no ${wanted.join(' and no ')} here` : 'its source says so';
    return `  ${relative(root, testFilePath)}: ${part} (${reason})`;
  }
}
