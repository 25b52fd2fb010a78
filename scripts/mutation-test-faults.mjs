// Proves that the harness under backend/test/faults/injection finds what it is there for: puts one fault after the other into a copy of the
// project, runs the harness there, and expects the invariant that guards against it to break. `npm run nemesis:mutants` runs all of them
// (some fifteen minutes), `npm run nemesis:mutants -- lost-jobs no-idempotency` those. The unchanged project is run first, and must hold.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mutants } from '../backend/test/faults/injection/mutants.mjs';
import { stopwatch } from './lib/clock.mjs';
import { chosenEntries, Workspace } from './lib/mutation/workspace.mjs';
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();

const RUN_MS = 45 * 60_000;
const UNCHANGED = { id: 'unchanged', mutant: 'the project as it is', breaks: [], mutation: [], queue: 'redis', seed: 7, faults: 6 };

const chosen = chosenEntries([UNCHANGED, ...mutants]);
const workspace = new Workspace('tidemark-mutants-');
const copy = workspace.folder;

const run = (args) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 });

/** What the harness says of the copy as it is now: the ids of what broke, and the first problem. */
function judged({ history, queue = 'redis', seed, faults, only }) {
  const built = run(['scripts/ensure.mjs', '--build-backend']);
  if (built.status !== 0) return { problem: `it does not build: ${built.stderr.slice(-300)}` };
  const out = join(copy, 'report');
  rmSync(out, { recursive: true, force: true });
  const what = ['--short', '--seed', String(seed), '--faults', String(faults), ...(only ? ['--only', only] : [])];
  const [script, ...more] = history === 'payments' ? ['payments/run.mjs'] : ['run.mjs', '--queue', queue];
  run([`backend/test/faults/injection/${script}`, '--out', out, ...what, ...more]);
  const path = join(out, 'report.json');
  if (!existsSync(path)) return { problem: 'the harness did not come to an end' };
  const { invariants, broken } = JSON.parse(readFileSync(path, 'utf8'));
  const ids = invariants.filter(({ problem }) => problem !== null).map(({ id }) => id);
  return { ids: broken !== null && ids.length === 0 ? ['end'] : ids, broken };
}

let missed = 0;
for (const entry of chosen) {
  const elapsed = stopwatch();
  const { problem, restore } = workspace.mutate(entry.mutation);
  const { ids = [], broken = null, problem: other } = problem ? { problem } : judged(entry);
  restore?.();
  const seen = entry.breaks.length === 0 ? !other && broken === null : !other && ids.some((id) => entry.breaks.includes(id));
  if (!seen) missed += 1;
  const outcome = other ?? (broken === null ? 'everything holds' : `${ids.join(' ')}: ${broken}`);
  process.stdout.write(`${seen ? 'seen  ' : 'MISSED'}  ${entry.id}  ${entry.mutant}: ${outcome} (${elapsed()})\n`);
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} are as they should be\n`);
process.exit(missed === 0 ? 0 : 1);
