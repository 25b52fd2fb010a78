/** A stopwatch for progress lines: call it for the seconds since, as "3.2 s". */
export function stopwatch() {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks `condition` every `everyMs` until it holds; false when `deadlineMs` have passed before. */
export async function until(condition, deadlineMs, everyMs = 50) {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await pause(everyMs);
  }
  return true;
}
