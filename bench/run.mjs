// Every goal of the product in one table: `npm run bench -- [--json <file>] [name ...]`. Each bench measures its own limit in the same run,
// so that its figures hold on any machine that does nothing else. All of them take about an hour. Exits with 1 where a goal is missed or a
// bench failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPinnedNode } from '../scripts/lib/node24.mjs';
import { root } from '../scripts/lib/root.mjs';

const NAMES = ['http', 'start', 'sync', 'history', 'portfolio', 'scoring', 'ticker', 'channels', 'console', 'landing', 'backup', 'uploads'];

await onPinnedNode();
const words = process.argv.slice(2);
const at = words.indexOf('--json');
const [json] = at < 0 ? [] : words.splice(at, 2).slice(1);
const unknown = words.filter((name) => !NAMES.includes(name));
if (unknown.length > 0 || (at >= 0 && !json)) {
  console.error(unknown.length > 0 ? `unknown: ${unknown.join(', ')}; there are ${NAMES.join(', ')}` : '--json needs a file');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'tidemark-figures-'));
const file = join(home, 'figures');
const failed = [];
try {
  writeFileSync(file, '');
  const figures = [];
  for (const name of NAMES.filter((one) => words.length === 0 || words.includes(one))) {
    console.log(`\n## ${name}`);
    const code = await run(join(root, 'bench', name, 'run.mjs'));
    const made = read();
    if (code !== 0 && made.every(({ pass }) => pass)) failed.push(name);
    figures.push(...made.map((one) => ({ bench: name, ...one })));
  }
  console.log(`\n${table(figures)}`);
  if (json) {
    const report = { at: new Date().toISOString(), node: process.version, processors: availableParallelism(), figures, failed };
    writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
  }
  const missed = figures.filter(({ pass }) => !pass);
  console.log(
    missed.length + failed.length === 0
      ? '\nEvery goal is met.'
      : `\nMissed: ${missed.length}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
  );
  process.exitCode = missed.length + failed.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

function run(script) {
  const child = spawn(process.execPath, [script], { cwd: root, env: { ...process.env, BENCH_FIGURES: file }, stdio: 'inherit' });
  return new Promise((done) => child.once('close', done));
}

/** What the last bench has recorded. */
function read() {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  writeFileSync(file, '');
  return lines.map((line) => JSON.parse(line));
}

function table(figures) {
  const rows = figures.map(({ bench, title, name, value, low, high, goal, most, pass }) => [
    bench,
    `${title}: ${name}`,
    value.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    goal === null ? '' : `${most ? 'at most' : 'at least'} ${goal}`,
    pass ? 'ok' : 'MISSED',
  ]);
  return [
    '| bench | figure | median | lowest to highest | goal | |',
    '|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
