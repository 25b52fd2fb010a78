import { toCents } from '../../../platform/domain/cents.rules.js';

/**
 * Rounds the lines of a column so that they add up to its rounded total: each line is the difference between two rounded running totals,
 * and so at most one cent away from its exact amount. Splitting a line does not change the total.
 */
export class RunningCents {
  private exact = 0n;
  /** Sum of all lines. */
  total = 0n;

  /** Returns the line in cents. */
  add(amount: bigint): bigint {
    this.exact += amount;
    const line = toCents(this.exact) - this.total;
    this.total += line;
    return line;
  }
}
