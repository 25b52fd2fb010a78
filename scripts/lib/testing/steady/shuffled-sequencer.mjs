import { createHash } from 'node:crypto';
import TestSequencer from '@jest/test-sequencer';

/**
 * Orders suites at random, the same for the same seed: suites share the modules of their worker, so that one may depend on what another
 * left there.
 */
// oxlint-disable-next-line import/no-default-export -- jest takes a sequencer from the default export
export default class ShuffledSequencer extends TestSequencer {
  #seed;

  constructor(options) {
    super(options);
    this.#seed = options.globalConfig.seed;
  }

  sort(tests) {
    const rank = ({ path }) => createHash('sha1').update(`${this.#seed} ${path}`).digest('hex');
    return [...tests].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}
