// Stands for `fast-check` in every suite: the same cases each time, so that a red run is the fault of what changed. PROPERTY_SEED looks at
// others: a number, or `random` for new ones at each run (a failing property tells the seed it came from).
import fc from '../../../node_modules/fast-check/lib/fast-check.js';

const wanted = process.env['PROPERTY_SEED'] ?? '20261122';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export * from '../../../node_modules/fast-check/lib/fast-check.js';
// oxlint-disable-next-line import/no-default-export -- it stands for a module that has one
export default fc;
