import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../root.mjs';

/**
 * Lists at the end of a run what suites left behind in their worker: folders, globals, handles. The list is TEST_LEFTOVERS, written by
 * leftovers.mjs.
 */
export default class LeftoverReporter {
  onRunComplete() {
    const list = process.env.TEST_LEFTOVERS;
    if (!list || !existsSync(list)) return;
    const lines = readFileSync(list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    process.stderr.write(
      `\nLeft behind by suites:\n${lines.map(({ path, left }) => `  ${relative(root, path)}: ${left.join(', ')}`).join('\n')}\n`,
    );
  }
}
