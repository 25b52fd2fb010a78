import { toDecimal, type DayResult, type Portfolio } from '../engine/index.js';

/** What each coin and contract made or lost on `day`; results in USDT, null: unknown. */
export interface StoredDayResults {
  day: string;
  results: (Omit<DayResult, 'result'> & { result: string | null })[];
}

/** Returns the stored form of a computation's day results; null: it has none. */
export function storedDayResults({ days, dayResults }: Portfolio): StoredDayResults | null {
  const day = days.at(-1)?.day;
  if (!dayResults || day === undefined) return null;
  return { day, results: dayResults.map(({ result, ...row }) => ({ ...row, result: result === null ? null : toDecimal(result) })) };
}
