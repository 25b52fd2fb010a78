// What a round of jest found, from the report of --json.

/**
 * Lists what was red in a round as `{ suite, test, message }`: failed tests, suites that failed as a whole, suites that jest never ran.
 * `paths` are absolute.
 */
export function redTests({ testResults }, paths) {
  const failed = testResults.flatMap(({ name: suite, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) return tests.map((test) => ({ suite, test: test.fullName, message: test.failureMessages[0] ?? '' }));
    return status === 'failed' ? [{ suite, test: 'the suite as a whole', message }] : [];
  });
  const seen = new Set(testResults.map(({ name }) => name));
  const missing = paths
    .filter((path) => !seen.has(path))
    .map((suite) => ({ suite, test: 'the suite as a whole', message: 'jest did not run it' }));
  return [...failed, ...missing];
}

/** Lists the suites in which not one test ran: all skipped, mostly for want of a browser or Redis. */
export const skippedSuites = ({ testResults }) =>
  testResults
    .filter(({ status, assertionResults }) => status !== 'failed' && assertionResults.every((test) => test.status !== 'passed'))
    .map(({ name }) => name);

/** Sums up red rounds, one entry for each test: `{ suite, test, rounds: [{ round, seed }] }`. */
export function sumUp(rounds) {
  const entries = new Map();
  for (const { round, seed, red } of rounds) {
    for (const { suite, test } of red) {
      const key = JSON.stringify([suite, test]);
      const entry = entries.get(key) ?? { suite, test, rounds: [] };
      entry.rounds.push({ round, seed });
      entries.set(key, entry);
    }
  }
  return [...entries.values()];
}
