import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { root } from '../root.mjs';

/** Seconds of the suites that take half a minute or more; scripts/order-suites.mjs writes them. */
const LONG = JSON.parse(readFileSync(new URL('long-suites.json', import.meta.url), 'utf8'));
const secondsOf = ({ path }) => LONG[relative(root, path).split('\\').join('/')] ?? 0;

/** Suites of a whole product in a browser: each keeps more than one core busy. */
const HEAVY = ['e2e'];
/** Suites on a database, which wait as much as they compute. */
const MIDDLING = ['integration', 'contract'];
/** Suites that only compute, and do so while others wait. */
const COMPUTING = ['frontend'];

/** Spreads `rare` evenly among `many`, in the order that each has. */
function interleave(rare, many) {
  const stride = many.length / rare.length;
  return rare.flatMap((one, at) => [one, ...many.slice(Math.round(at * stride), Math.round((at + 1) * stride))]);
}

/**
 * Orders suites the same way in every run. Long suites start first, so that none runs alone at the end: by the seconds that they took, then
 * by file size. Browser suites and suites that only compute are spread evenly among the database suites, which mostly wait.
 */
export default class BalancedSequencer extends TestSequencer {
  sort(tests) {
    const sizes = new Map([...tests].map((test) => [test, statSync(test.path).size]));
    const sorted = [...sizes.keys()].sort(
      (one, other) => secondsOf(other) - secondsOf(one) || sizes.get(other) - sizes.get(one) || (one.path < other.path ? -1 : 1),
    );
    const within = (projects) => sorted.filter(({ context }) => projects.includes(context.config.displayName?.name));
    const [heavy, middling, computing] = [within(HEAVY), within(MIDDLING), within(COMPUTING)];
    const spread = [heavy, computing].reduce(
      (many, rare) => (rare.length > 0 && many.length > 0 ? interleave(rare, many) : [...rare, ...many]),
      middling,
    );
    return [...spread, ...sorted.filter((test) => !spread.includes(test))];
  }
}
