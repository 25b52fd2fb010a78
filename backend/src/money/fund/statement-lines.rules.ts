import type { FundFigures } from './fund-result.repository.js';

/** A statement of account, in dollars with two decimal places. */
export type FundStatement = FundFigures['total'];
type Amount = Exclude<keyof FundStatement, 'from' | 'to'>;

/** The lines of a statement in the order of the screen: each part ends with its sum. */
export const statementParts = {
  account: ['opening', 'deposits', 'withdrawals', 'tradingResult', 'feesPaidFromAccount', 'closing'],
  fees: ['owedOpening', 'managementFee', 'performanceFee', 'feesPaid', 'owedClosing'],
  net: ['netOpening', 'netClosing'],
} as const satisfies Record<string, readonly Amount[]>;
export type StatementPart = keyof typeof statementParts;

/** What names the statement from the start up to the last known day. The others are named by the day they end with, a 00:00 UTC. */
export const SINCE_START = 'total';

/** Returns the statement that `period` names; null for none. */
export function statementOf({ statements, total }: FundFigures, period: string): FundStatement | null {
  if (period === SINCE_START) return total;
  return statements.find(({ to }) => periodOf(to) === period) ?? null;
}

const periodOf = (to: string): string => to.slice(0, 10);
