// Everything that CI runs beside the tests. Runs all of it, whatever fails, and sums up.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stopwatch } from './lib/clock.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';

const SIDE_BY_SIDE = 2;

const prepared = spawnSync(process.execPath, ['scripts/ensure.mjs', '--build'], { cwd: root, stdio: 'inherit' });
if (prepared.status !== 0) process.exit(1);
await onPinnedNode();
// Linter and compiler run side by side, and both read these types.
await import('./make-text-types.mjs');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const CHECKS = [
  { name: 'types', command: scripts.types },
  { name: 'lint', command: scripts.lint },
  { name: 'format', command: scripts['format:check'] },
  { name: 'boundaries', command: scripts.boundaries },
  { name: 'wire spelling', command: scripts.spelling },
  { name: 'structure', command: scripts.structure },
  { name: 'texts', command: scripts.texts },
  { name: 'migration drift', command: scripts.drift },
  { name: 'settings', command: 'node scripts/check-settings.mjs' },
  { name: 'controls', command: 'node scripts/check-controls.mjs' },
  { name: 'repository', command: 'node scripts/check-repository.mjs' },
];
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };

function runCheck({ name, command }) {
  const elapsed = stopwatch();
  return new Promise((done) => {
    const child = spawn(command, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('close', (code) => done({ name, passed: code === 0, output: Buffer.concat(output).toString(), elapsed: elapsed() }));
  });
}

const waiting = [...CHECKS];
const results = [];
async function runWaiting() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const result = await runCheck(check);
    if (!result.passed) process.stdout.write(`\n--- ${result.name}\n${result.output}\n`);
    results.push(result);
  }
}
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runWaiting));

for (const { name } of CHECKS) {
  const { passed, elapsed, output } = results.find((result) => result.name === name);
  // A check that cannot run here reports that it was skipped, so that it is not counted as passed.
  const skipped = passed ? output.match(/^skipped: (.*)$/m)?.[1] : undefined;
  process.stdout.write(`${skipped ? 'skipped' : passed ? 'ok     ' : 'FAILED '}  ${name} (${skipped ?? elapsed})\n`);
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
