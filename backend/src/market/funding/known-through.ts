/** Venues settle on the hour: every eight hours as a rule, every one, two or four of some contracts and at some times. */
export const HOUR = 3600;
const USUAL = 8 * HOUR;
/**
 * A rate that is due and is not told is waited for so long, unless a later one is told: then the contract is settled at other hours now, or not at all. At other hours than
 * the usual ones less long: venues settle more often for a while, and go back to what is usual without a word.
 */
const PATIENCE = 24 * HOUR;
const LESS_PATIENCE = 2 * HOUR;

/**
 * Up to where the funding of a contract is known, when its venue was asked at `now` about everything up to the whole hour `asked`, and that hour. `times` are those of all
 * rates of the day before, in order; `from` is where that begins. Seconds since 1970.
 */
export function knownThrough(times: readonly number[], from: number, asked: number, now: number): number {
  const due = dueAfter(times, from);
  return due > asked || now >= due + (due % USUAL === 0 ? PATIENCE : LESS_PATIENCE) ? asked + HOUR : due;
}

/** When the next one is to be expected: as far behind the last as that was behind the one before. */
function dueAfter(times: readonly number[], from: number): number {
  const [before, last] = times.slice(-2);
  if (before !== undefined && last !== undefined) return last + Math.min(last - before, USUAL);
  return before === undefined ? Math.ceil(from / USUAL) * USUAL : (Math.floor(before / USUAL) + 1) * USUAL;
}
