import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../root.mjs';
import { testTools } from './tools.mjs';

/** Says plainly, at the end of a run, which suites were left out and for want of what. A suite names the variable of the tool that it needs. */
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
  }

  #line({ testFilePath, numPendingTests, numPassingTests }, missing) {
    const source = readFileSync(testFilePath, 'utf8');
    const wanted = missing.filter(({ variable }) => source.includes(variable)).map(({ tool }) => tool);
    const part = numPassingTests > 0 ? `${numPendingTests} of its tests` : 'the whole suite';
    const reason = wanted.length > 0 ? `no ${wanted.join(' and no ')} here` : 'its source says so';
    return `  ${relative(root, testFilePath)}: ${part} (${reason})`;
  }
}
