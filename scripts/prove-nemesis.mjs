// Proves that the harness under backend/test/faults/nemesis finds what it is there for: puts one fault after the other into a copy of the project, runs the harness
// there, and expects the invariant that guards against it to break. `npm run nemesis:mutants` runs all of them (some fifteen minutes), `npm run nemesis:mutants -- no-`
// those whose id begins so. The unchanged project is run first, and must hold.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutants } from '../backend/test/faults/nemesis/mutants.mjs';
import { stopwatch } from './lib/clock.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';

await onPinnedNode();

const COPIED = ['backend', 'sandbox', 'scripts', 'package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', '.env.example'];
const RUN_MS = 45 * 60_000;
const UNCHANGED = { id: 'unchanged', mutant: 'the project as it is', breaks: [], edits: [], queue: 'redis', seed: 7, faults: 6 };

const asked = process.argv.slice(2);
const chosen = [UNCHANGED, ...mutants].filter(({ id }) => asked.length === 0 || asked.some((prefix) => id.startsWith(prefix)));
if (chosen.length === 0) {
  process.stderr.write('No mutant has such an id\n');
  process.exit(2);
}

const copy = mkdtempSync(join(tmpdir(), 'tidemark-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** Makes the changes; one that does not fit is an entry that is out of date. Returns how to take them back. */
function change(edits) {
  const before = new Map();
  for (const { file, from, to } of edits) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, source);
    const found = source.split(from).length - 1;
    if (found !== 1) return { problem: `"${from.slice(0, 60)}" stands ${found} times in ${file}` };
    writeFileSync(path, source.replace(from, () => to));
  }
  return { restore: () => before.forEach((source, path) => writeFileSync(path, source)) };
}

const run = (args) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 });

/** What the harness says of the copy as it is now: the ids of what broke, and the first problem. */
function judged({ queue, seed, faults, only }) {
  const built = run(['scripts/ensure.mjs', '--build-backend']);
  if (built.status !== 0) return { problem: `it does not build: ${built.stderr.slice(-300)}` };
  const out = join(copy, 'report');
  rmSync(out, { recursive: true, force: true });
  run(['backend/test/faults/nemesis/run.mjs', '--short', '--queue', queue, '--seed', String(seed), '--faults', String(faults), '--out', out, ...(only ? ['--only', only] : [])]);
  const path = join(out, 'report.json');
  if (!existsSync(path)) return { problem: 'the harness did not come to an end' };
  const { invariants, broken } = JSON.parse(readFileSync(path, 'utf8'));
  const ids = invariants.filter(({ problem }) => problem !== null).map(({ id }) => id);
  return { ids: broken !== null && ids.length === 0 ? ['end'] : ids, broken };
}

let missed = 0;
for (const entry of chosen) {
  const elapsed = stopwatch();
  const { problem, restore } = change(entry.edits);
  const { ids = [], broken = null, problem: other } = problem ? { problem } : judged(entry);
  restore?.();
  const seen = entry.breaks.length === 0 ? !other && broken === null : !other && ids.some((id) => entry.breaks.includes(id));
  if (!seen) missed += 1;
  process.stdout.write(`${seen ? 'seen  ' : 'MISSED'}  ${entry.id}  ${entry.mutant}: ${other ?? (broken === null ? 'everything holds' : `${ids.join(' ')}: ${broken}`)} (${elapsed()})\n`);
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} are as they should be\n`);
process.exit(missed === 0 ? 0 : 1);
