// `npm run proofs` runs the suites of scripts/lib/testing/proofs.mjs and takes jest's own arguments. `npm run proofs -- mutants` runs the
// mutation tests instead, of the security controls and of the fault harness: all of them (about an hour), those whose ids follow, or
// `--sample 40` of the controls.
import { spawnSync } from 'node:child_process';
import { mutants } from '../backend/test/faults/injection/mutants.mjs';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';

await onPinnedNode();

const run = (script, args) => spawnSync(process.execPath, [`scripts/${script}.mjs`, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;

function runMutants(words) {
  const ofHarness = words.filter((word) => mutants.some(({ id }) => id === word));
  const ofControls = words.filter((word) => !ofHarness.includes(word));
  const all = words.length === 0;
  const controls = all || ofControls.length > 0 ? run('mutation-test', ofControls) : 0;
  const harness = all || ofHarness.length > 0 ? run('mutation-test-faults', ofHarness) : 0;
  return controls || harness;
}

const [first, ...rest] = process.argv.slice(2);
process.exit(first === 'mutants' ? runMutants(rest) : run('test', ['--run', 'proofs', ...process.argv.slice(2)]));
