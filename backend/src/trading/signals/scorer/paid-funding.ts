import { settledBy, type FundingSeries, type Score } from '../scoring/index.js';

export interface PaidFunding {
  /** Seconds since 1970. */
  time: number;
  /** Integers of 10^-18. */
  rate: bigint;
  price: bigint;
}

/** The settlements at which a score says that something of the position was left. */
export function paidFunding({ status, entry, exits }: Score, funding: FundingSeries | undefined): PaidFunding[] {
  const last = exits.at(-1);
  if (funding === undefined || status !== 'closed' || entry === null || last === undefined) return [];
  const [from, to] = [settledBy(funding, entry.time), settledBy(funding, last.time)];
  return funding.rows.slice(from, to).map(({ time, rate }, n) => ({ time, rate, price: funding.prices[from + n]! }));
}
