import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopwatch } from '../../clock.mjs';
import { root } from '../../root.mjs';
import { makeRunFolder } from '../run-folder.mjs';
import { runScript } from './guarded-processes.mjs';
import { redTests, skippedSuites } from './round-report.mjs';

const SEQUENCER = join(root, 'scripts/lib/testing/steady/shuffled-sequencer.mjs');

/** jest takes seeds of 32 bits with a sign; this leaves room to count up from the first. */
export const newSeed = () => randomInt(1_000_000_000);

/**
 * Runs suites once in an order of the seed. `red` lists what failed; a run that fails without a red test, as in a global set-up, is red
 * too.
 */
async function runOnce(suites, seed, folder) {
  const file = join(folder, `${seed}.json`);
  const order = ['--randomize', '--seed', String(seed), `--testSequencer=${SEQUENCER}`];
  const { code, output } = await runScript('scripts/test.mjs', '--runTestsByPath', ...suites, ...order, '--json', `--outputFile=${file}`);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  const paths = suites.map((suite) => join(root, suite));
  const red = redTests(report, paths);
  if (code !== 0 && red.length === 0) {
    red.push({ suite: join(root, 'jest.config.mjs'), test: `jest ended with ${code}, no test failed`, message: output });
  }
  return { red, skipped: skippedSuites(report), output };
}

/**
 * Runs suites several times, each time with the next seed, and prints each round. Goes on after a red round: how often a test fails tells
 * how rare it is.
 */
export async function runRounds(suites, { times, seed: first, print }) {
  const folder = makeRunFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const rounds = [];
  for (let round = 1; round <= times; round++) {
    const seed = first + round - 1;
    print(`round ${round} of ${times}, seed ${seed} ...`);
    const elapsed = stopwatch();
    const { red, skipped, output } = await runOnce(suites, seed, folder);
    if (red.length > 0) print(output);
    print(`${red.length === 0 ? 'ok    ' : 'FAILED'}  round ${round}, seed ${seed} (${elapsed()})`);
    rounds.push({ round, seed, red, skipped });
  }
  return rounds;
}
