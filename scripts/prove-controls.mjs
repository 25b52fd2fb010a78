// Proves that the tests of the security controls can fail: takes each control away in a copy of the project, runs its tests there, and expects them to
// fail. `npm run controls` runs all of them (some ten minutes), `npm run controls -- T1 T18` those whose id begins so.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controls } from '../backend/test/controls/index.mjs';
import { stopwatch } from './lib/clock.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';

await onPinnedNode();

const COPIED = ['backend', 'frontend', 'sandbox', 'scripts', 'package.json', 'package-lock.json', 'jest.config.mjs', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', '.env.example'];
const LINKED = ['node_modules'];
const RUN_MS = 240_000;

const asked = process.argv.slice(2);
const chosen = controls.filter(({ id }) => asked.length === 0 || asked.some((prefix) => id.startsWith(prefix)));
if (chosen.length === 0) {
  process.stderr.write('No control has such an id\n');
  process.exit(2);
}

const copy = mkdtempSync(join(tmpdir(), 'tidemark-controls-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
for (const name of LINKED) symlinkSync(join(root, name), join(copy, name));

/** Takes the control away; an edit that does not fit is a control whose entry is out of date. */
function remove({ file, from, to }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const found = source.split(from).length - 1;
  if (found !== 1) return { problem: `"${from.slice(0, 60)}" stands ${found} times in ${file}` };
  writeFileSync(path, source.replace(from, () => to));
  return { restore: () => writeFileSync(path, source) };
}

function runTests({ project, tests, name }) {
  const args = ['scripts/test.mjs', '--selectProjects', project, '--testPathPatterns', tests, ...(name ? ['-t', name] : [])];
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 });
  const output = `${stdout}${stderr}`;
  if (error) return { seen: false, why: 'did not end in time' };
  if (/Test suite failed to run/.test(output)) return { seen: false, why: 'the suite did not run', output };
  const failed = Number(/^Tests:\s+(\d+) failed/m.exec(output)?.[1] ?? 0);
  const ran = Number(/^Tests:.*?(\d+) total/m.exec(output)?.[1] ?? 0) - Number(/(\d+) skipped/.exec(/^Tests:.*$/m.exec(output)?.[0] ?? '')?.[1] ?? 0);
  return failed > 0 ? { seen: true, why: `${failed} of ${ran} tests failed` } : { seen: false, why: ran > 0 ? `${ran} tests passed without it` : 'no such test', output };
}

let missed = 0;
for (const control of chosen) {
  const elapsed = stopwatch();
  const { problem, restore } = remove(control);
  const outcome = problem ? { seen: false, why: problem } : runTests(control);
  restore?.();
  if (!outcome.seen) missed += 1;
  process.stdout.write(`${outcome.seen ? 'seen  ' : 'MISSED'}  ${control.id}  ${control.control}: ${outcome.why} (${elapsed()})\n`);
  if (!outcome.seen && outcome.output && process.env.VERBOSE) process.stdout.write(`${outcome.output.slice(-3000)}\n`);
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} controls are seen by their tests when they are taken away\n`);
process.exit(missed === 0 ? 0 : 1);
