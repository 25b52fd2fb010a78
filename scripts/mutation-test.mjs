// Proves that the tests of the security controls can fail: takes each control away in a copy of the project, runs its tests there, and
// expects them to fail. `npm run controls` runs all of them (some ten minutes), `npm run controls -- T1 T18.4` those of one threat and one
// more, and `npm run controls -- --sample 40` so many, evenly spread.
import { spawnSync } from 'node:child_process';
import { controls } from '../backend/test/controls/index.mjs';
import { stopwatch } from './lib/clock.mjs';
import { projectsOf } from './lib/mutation/suites.mjs';
import { chosenEntries, Workspace } from './lib/mutation/workspace.mjs';
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();

const RUN_MS = 240_000;
const chosen = chosenEntries(controls);
const workspace = new Workspace('tidemark-controls-');

function runTests({ project, tests, name }) {
  const args = [
    'scripts/test.mjs',
    '--selectProjects',
    ...projectsOf({ project }),
    '--testPathPatterns',
    tests,
    ...(name ? ['-t', name] : []),
  ];
  const options = { cwd: workspace.folder, encoding: 'utf8', timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr, error } = spawnSync(process.execPath, args, options);
  const output = `${stdout}${stderr}`;
  if (error) return { seen: false, why: 'did not end in time' };
  if (/Test suite failed to run/.test(output)) return { seen: false, why: 'the suite did not run', output };
  const summary = /^Tests:.*$/m.exec(output)?.[0] ?? '';
  const count = (what) => Number(new RegExp(`(\\d+) ${what}`).exec(summary)?.[1] ?? 0);
  const [failed, ran] = [count('failed'), count('total') - count('skipped')];
  if (failed > 0) return { seen: true, why: `${failed} of ${ran} tests failed` };
  return { seen: false, why: ran > 0 ? `${ran} tests passed without it` : 'no such test', output };
}

let missed = 0;
for (const entry of chosen) {
  const elapsed = stopwatch();
  const { problem, restore } = workspace.mutate(entry.mutation);
  const outcome = problem ? { seen: false, why: problem } : runTests(entry);
  restore?.();
  if (!outcome.seen) missed += 1;
  process.stdout.write(`${outcome.seen ? 'seen  ' : 'MISSED'}  ${entry.id}  ${entry.control}: ${outcome.why} (${elapsed()})\n`);
  if (!outcome.seen && outcome.output && process.env.VERBOSE) process.stdout.write(`${outcome.output.slice(-3000)}\n`);
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} controls are seen by their tests when they are taken away\n`);
process.exit(missed === 0 ? 0 : 1);
