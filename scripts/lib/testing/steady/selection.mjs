// Which suites a change selects.
import { dependentsOf, isSource } from './import-graph.mjs';

/**
 * Selects the suites of a change: `changed` ones always, of the `dependents` up to `limit`, nearest first and then by path; the others are
 * `leftOut`. `proofs` are dependents too slow for repeated runs. `unreached` are changed sources that no suite names, directly or not: what
 * suites start as a process, configuration.
 */
export function selectSuites({ changed, suites, importers, limit, isProof }) {
  const distances = dependentsOf(importers, changed);
  const byDistance = (one, other) => distances.get(one) - distances.get(other) || (one < other ? -1 : 1);
  const reached = suites.filter((suite) => distances.has(suite)).toSorted(byDistance);
  const indirect = reached.filter((suite) => distances.get(suite) > 0);
  const repeated = indirect.filter((suite) => !isProof(suite));
  const isReached = (path) => {
    const dependents = dependentsOf(importers, [path]);
    return suites.some((suite) => dependents.has(suite));
  };
  return {
    changed: reached.filter((suite) => distances.get(suite) === 0),
    dependents: repeated.slice(0, limit),
    leftOut: repeated.slice(limit),
    proofs: indirect.filter(isProof),
    unreached: changed.filter((path) => isSource(path) && !path.endsWith('.d.mts') && !isReached(path)),
  };
}
