import { removeIf, removeStatement } from '../../../scripts/lib/mutation/operations.mjs';

const unit = (tests) => ({ project: 'unit', tests });

/** State of a process, which suites of one worker share: a mistake in it must be seen in the suite that makes it. */
export const sharedStateControls = [
  {
    id: 'F19.1',
    control: 'a job is defined once',
    mutation: removeIf('defineJob', 'defined.has(job.name)'),
    ...unit('queue/job.spec'),
  },
  {
    id: 'F19.2',
    control: 'a gauge does not keep what an earlier budget measured',
    mutation: removeStatement('budget/budget-metrics/read', 'one.reset()'),
    ...unit('budget-metrics'),
  },
];
