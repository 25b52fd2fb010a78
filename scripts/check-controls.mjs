// Applies every mutation of `npm run controls` and `npm run nemesis:mutants` in memory: each must find exactly what it names and leave a
// program. The tests of each control must exist.
import { controls } from '../backend/test/controls/index.mjs';
import { mutants } from '../backend/test/faults/injection/mutants.mjs';
import { MutationError } from './lib/mutation/errors.mjs';
import { Mutator, readSources } from './lib/mutation/mutate.mjs';
import { repeatedIds } from './lib/mutation/select.mjs';
import { hasSuite } from './lib/mutation/suites.mjs';
import { root } from './lib/root.mjs';

const ID = /^[A-Z]+\d*\.\d+$/;

const mutator = new Mutator(readSources(root));

function problemOf({ mutation }) {
  try {
    mutator.apply(mutation);
    return null;
  } catch (error) {
    if (error instanceof MutationError) return error.message;
    throw error;
  }
}

const problems = [
  ...repeatedIds([...controls, ...mutants]).map((id) => `${id} is the id of more than one entry`),
  ...controls.filter(({ id }) => !ID.test(id)).map(({ id, control }) => `${id} is no id such as T6.1 (${control})`),
  ...controls.filter((entry) => !hasSuite(entry)).map(({ id, project, tests }) => `${id} has no suite: ${project} ${tests}`),
  ...[...controls, ...mutants].flatMap((entry) => {
    const problem = problemOf(entry);
    return problem ? [`${entry.id} ${entry.control ?? entry.mutant}: ${problem}`] : [];
  }),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
