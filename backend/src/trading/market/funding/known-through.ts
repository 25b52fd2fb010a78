/** Venues settle on the hour: usually every eight hours, for some contracts and times every one, two or four. */
export const HOUR = 3600;
const USUAL = 8 * HOUR;
/**
 * How long an overdue rate is waited for, unless a later one arrives first: then the contract has changed its interval or no longer
 * settles. Rates outside the usual hours are waited for less, because venues return from shorter intervals without notice.
 */
const PATIENCE = 24 * HOUR;
const SHORT_PATIENCE = 2 * HOUR;

/**
 * Returns the end of the range in which a contract's funding is known. `asked`: the full hour up to and including which the venue was asked
 * at `now`. `times`: those of all rates of the last day, oldest first; `from`: the beginning of that day. Seconds since 1970.
 */
export function knownThrough(times: readonly number[], from: number, asked: number, now: number): number {
  const due = dueAfter(times, from);
  return due > asked || now >= due + (due % USUAL === 0 ? PATIENCE : SHORT_PATIENCE) ? asked + HOUR : due;
}

/** Expects the next rate at the interval of the last two, eight hours at most. */
function dueAfter(times: readonly number[], from: number): number {
  const [before, last] = times.slice(-2);
  if (before !== undefined && last !== undefined) return last + Math.min(last - before, USUAL);
  return before === undefined ? Math.ceil(from / USUAL) * USUAL : (Math.floor(before / USUAL) + 1) * USUAL;
}
