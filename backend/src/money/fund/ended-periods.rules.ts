import type { FundFeeKind } from './fund.entities.js';

/** Returns the first period of each kind that had not ended at `through`, a 00:00 UTC. Earlier ones, in the order of their text, had. */
export function firstOpenPeriods(through: Date): Readonly<Record<FundFeeKind, string>> {
  const text = through.toISOString();
  return { management: text.slice(0, 7), performance: text.slice(0, 10) };
}
