import { toCents } from '../../platform/domain/cents.rules.js';
import { isMonthEnd } from './fund-calendar.rules.js';
import type { Close, FeeHistory, Statement } from './fund-fees.types.js';

/**
 * Returns the statements of account: one for each month whose last valuation is known, and one that ends at `untilAt` or the mandate's end.
 * A month without belongs to the next statement. `total` runs from the start to the last known valuation.
 *
 * Each line is the difference of two sums since the start, rounded to cents (half-even), so that statements add up to the total.
 */
export function fundStatements({ closes, endedAt }: FeeHistory, untilAt: number): { statements: Statement[]; total: Statement } {
  const [start, ...later] = closes;
  const lastAt = endedAt ?? untilAt;
  const ends = later.filter(({ at }) => isMonthEnd(at) || at === lastAt);
  return {
    statements: ends.map((end, index) => statement(ends[index - 1] ?? start, end)),
    total: statement(start, later.at(-1) ?? start),
  };
}

function statement(from: Close, to: Close): Statement {
  const [before, after] = [centsAt(from), centsAt(to)];
  const deposits = after.deposits - before.deposits;
  const withdrawals = after.withdrawals - before.withdrawals;
  const feesPaidFromAccount = after.paidFromAccount - before.paidFromAccount;
  return {
    from: from.at,
    to: to.at,
    opening: before.equity,
    deposits,
    withdrawals,
    feesPaidFromAccount,
    closing: after.equity,
    tradingResult: after.equity - before.equity - deposits + withdrawals + feesPaidFromAccount,
    owedOpening: before.owed,
    managementFee: after.managementFees - before.managementFees,
    performanceFee: after.performanceFees - before.performanceFees,
    feesPaid: after.paid - before.paid,
    owedClosing: after.owed,
    netOpening: before.equity - before.owed,
    netClosing: after.equity - after.owed,
  };
}

/** Rounds each sum by itself. What is owed follows from the rounded sums: fees less payments. */
function centsAt(close: Close) {
  const managementFees = toCents(close.managementFees);
  const performanceFees = toCents(close.performanceFees);
  const paid = toCents(close.paid);
  return {
    equity: toCents(close.equity),
    deposits: toCents(close.deposits),
    withdrawals: toCents(close.withdrawals),
    paidFromAccount: toCents(close.paidFromAccount),
    paid,
    managementFees,
    performanceFees,
    owed: managementFees + performanceFees - paid,
  };
}
