import { abs, addUp, scaled, toDecimal, type DayResult } from '../engine/index.js';
import type { StoredDayResults } from '../store/index.js';
import { known, unknown, type Figure } from './figure.js';
import type { Reason } from './reason.types.js';

/** What one coin or contract made or lost. */
export interface ResultPart {
  kind: DayResult['kind'];
  /** Empty for `other`. */
  name: string;
  result: Figure;
}

/** The result of the last day by coin and contract, in USDT. */
export interface DayResultView {
  day: string | null;
  /** As the performance page shows it. */
  total: Figure;
  /** Largest first, without zeros; unknown ones last. With `rest` they add up to `total` exactly. */
  parts: ResultPart[];
  /** What the parts with an unknown result made together; null: none is unknown, or the total is. */
  rest: string | null;
  /** Why there are no parts. */
  reason: Reason | null;
}

/** 10^-12: the decimal places of figures on the wire. */
const UNIT = 10n ** 6n;

/** Divides the day's result among its parts. `stored`: of the last computation. */
export function dayResultOf(day: string | null, total: Figure, isIncomplete: boolean, stored: StoredDayResults | null): DayResultView {
  const none = (reason: Reason): DayResultView => ({ day, total, parts: [], rest: null, reason });
  if (day === null) return none({ id: 'portfolio.nothing-computed' });
  if (isIncomplete) return none({ id: 'portfolio.incomplete-day', day });
  if (stored?.day !== day) return none(total.reason ?? { id: 'portfolio.results-not-computed' });
  const told = stored.results.flatMap((row) => (row.result === null ? [] : [{ ...row, result: scaled(row.result) }]));
  const untold = stored.results.filter(({ result }) => result === null);
  const sum = total.value === null ? null : scaled(total.value);
  const values = addUp(
    told.map(({ result }) => result),
    sum ?? 0n,
    UNIT,
  );
  const rest = sum === null ? 0n : values.reduce((left, value) => left - value, sum);
  const parts = told
    .map((row, n) => ({ ...row, result: values[n]! }))
    .filter(({ result }) => result !== 0n)
    .toSorted(largestFirst)
    .map(({ kind, name, result }): ResultPart => ({ kind, name, result: known(toDecimal(result)) }));
  return {
    day,
    total,
    parts: [...parts, ...untold.map((row): ResultPart => ({ kind: row.kind, name: row.name, result: unknown(reasonOf(row)) }))],
    rest: sum === null || (untold.length === 0 && rest === 0n) ? null : toDecimal(rest),
    reason: null,
  };
}

function largestFirst(a: { name: string; result: bigint }, b: { name: string; result: bigint }): number {
  const [first, second] = [abs(a.result), abs(b.result)];
  if (first !== second) return first > second ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function reasonOf({ kind, name, unknown: missing }: Omit<DayResult, 'result'>): Reason {
  if (missing === 'price')
    return kind === 'coin'
      ? { id: 'portfolio.coin-without-price', coin: name }
      : { id: 'portfolio.contract-without-price', contract: name };
  return kind === 'coin' ? { id: 'portfolio.coin-without-value', coin: name } : { id: 'portfolio.payment-without-value' };
}
