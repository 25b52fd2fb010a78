// Runs the suites of a change several times, in random order and beside a busy processor. Red in any round refuses the change: there are no
// retries. `npm run test:steady -- [--since <commit>] [--times 5] [--limit 40] [--seed <n>]`. The suites are those that changed and those
// that depend on a changed file. Dependents are found by imports and relative paths. A suite that starts a script, the sandbox or the
// bundle as a process depends on more: `npm test` runs it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './lib/failure.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { watchParent } from './lib/parent-watch.mjs';
import { root } from './lib/root.mjs';
import { proofPatterns } from './lib/testing/proofs.mjs';
import { baseCommit, filesSince } from './lib/testing/steady/changes.mjs';
import { endAll, occupyProcessor } from './lib/testing/steady/guarded-processes.mjs';
import { importersOf, isSource } from './lib/testing/steady/import-graph.mjs';
import { sumUp } from './lib/testing/steady/round-report.mjs';
import { newSeed, runRounds } from './lib/testing/steady/run-rounds.mjs';
import { selectSuites } from './lib/testing/steady/selection.mjs';

await onPinnedNode();

const print = (text) => process.stdout.write(`${text}\n`);
const fromRoot = (path) => relative(root, path).replaceAll('\\', '/');

function readOptions() {
  const options = {
    since: { type: 'string' },
    times: { type: 'string', default: '5' },
    limit: { type: 'string', default: '40' },
    seed: { type: 'string' },
  };
  try {
    const { since, seed = String(newSeed()), ...values } = parseArgs({ options }).values;
    for (const [name, value] of Object.entries({ ...values, seed })) {
      if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} takes a number, not ${value}`);
    }
    if (Number(values.times) === 0) throw new Error('--times takes at least 1');
    return { since, times: Number(values.times), limit: Number(values.limit), seed: Number(seed) };
  } catch (error) {
    throw new Failure(error.message);
  }
}

/** Asks jest for the suites of all projects. */
function listSuites() {
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--listTests',
    '--json',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Failure(`jest could not list its suites: ${stderr}`);
  return [...new Set(JSON.parse(stdout).map(fromRoot))];
}

function select(base, limit) {
  const { files, changed } = filesSince(base);
  const sources = files.filter(isSource).map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const isProof = (suite) => proofPatterns.some((pattern) => new RegExp(pattern).test(`/${suite}`));
  return selectSuites({ changed, suites: listSuites(), importers: importersOf(sources, new Set(files)), limit, isProof });
}

const listed = (paths) => paths.map((path) => `  ${path}`).join('\n');

/** Prints what runs and, never silently, what does not. */
function announce({ changed, dependents, leftOut, proofs, unreached }, base) {
  print(`Since ${base}: ${changed.length} changed suites and ${dependents.length} that depend on changed files.`);
  for (const suite of [...changed, ...dependents]) print(`  ${suite}`);
  if (leftOut.length > 0) {
    print(`Left out: ${leftOut.length} more dependents, further away or later by path. --limit takes more, npm test runs them once.`);
  }
  if (proofs.length > 0) print(`Left out: ${proofs.length} proofs that depend on the change. npm run proofs runs them once.`);
  if (unreached.length > 0) {
    print(`No suite imports these changed files. Where one starts them as a process, only npm test finds it:\n${listed(unreached)}`);
  }
}

/** Names each red test with the rounds and seeds it was red in, and how to repeat the first. */
function verdict(rounds, { base, limit }) {
  const skipped = [...new Set(rounds.flatMap((round) => round.skipped))];
  if (skipped.length > 0) print(`Not run on this machine, all tests skipped:\n${listed(skipped.map(fromRoot))}`);
  const red = sumUp(rounds);
  if (red.length === 0) return 0;
  print('\nNot steady:');
  for (const { suite, test, rounds: where } of red) {
    print(`  ${fromRoot(suite)} › ${test}\n    red in ${where.map(({ round, seed }) => `round ${round} (seed ${seed})`).join(', ')}`);
  }
  const { seed } = red[0].rounds[0];
  print(`Repeat a round: npm run test:steady -- --since ${base} --limit ${limit} --times 1 --seed ${seed}`);
  return 1;
}

let ending = false;
async function end(code) {
  if (ending) return;
  ending = true;
  await endAll();
  process.exit(code);
}
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) process.on(name, () => void end(code));
watchParent(() => void end(1));

try {
  const { since, times, limit, seed } = readOptions();
  const base = baseCommit(since);
  const selection = select(base, limit);
  announce(selection, base.slice(0, 12));
  const suites = [...selection.changed, ...selection.dependents];
  if (suites.length === 0) process.exit(0);
  print(`${times} rounds beside ${occupyProcessor()} busy processes`);
  const rounds = await runRounds(suites, { times, seed, print });
  if (!ending) await end(verdict(rounds, { base, limit }));
} catch (error) {
  process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  await end(1);
}
