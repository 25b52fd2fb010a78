import { centsToText, toCents } from '../../platform/domain/cents.rules.js';
import { scaled } from '../../platform/domain/scaled.js';
import type { FundFigures, StoredFundDay } from './fund-result.repository.js';

type Account = FundFigures['total'];
/** Profit since the start and the high-water mark after a day, decimals. */
export type DayMark = Pick<StoredFundDay, 'day' | 'highWaterMark'> & { profit: string };

/** A statement of account, in dollars with two decimal places. The last three are at its end, and since the start. */
export type FundStatement = Account & { profit: string; highWaterMark: string; carryForward: string };
type Amount = Exclude<keyof FundStatement, 'from' | 'to'>;

/** The lines of a statement in the order of the screen: each part ends with its sum. */
export const statementParts = {
  account: ['opening', 'deposits', 'withdrawals', 'tradingResult', 'feesPaidFromAccount', 'closing'],
  fees: ['owedOpening', 'managementFee', 'performanceFee', 'feesPaid', 'owedClosing'],
  net: ['netOpening', 'netClosing'],
  mark: ['highWaterMark', 'profit', 'carryForward'],
} as const satisfies Record<string, readonly Amount[]>;
export type StatementPart = keyof typeof statementParts;

/** What names the statement from the start up to the last known day. The others are named by the day they end with, a 00:00 UTC. */
export const SINCE_START = 'total';

/** Returns the statement that `period` names; null for none. */
export function statementOf({ statements, total }: Pick<FundFigures, 'statements' | 'total'>, period: string): Account | null {
  if (period === SINCE_START) return total;
  return statements.find(({ to }) => periodOf(to) === period) ?? null;
}

/** Returns the days whose close statements end with. */
export const lastDaysOf = (statements: readonly Account[]): string[] => statements.map(lastDayOf);

/**
 * Returns a statement with the profit and the high-water mark at its end. Each is rounded to cents by itself, and the loss carried forward
 * is what the profit lacks to the mark. `marks`: of the days that statements end with.
 */
export function withMark(account: Account, marks: ReadonlyMap<string, DayMark>): FundStatement {
  const mark = account.to === account.from ? START : marks.get(lastDayOf(account));
  if (!mark) throw new Error(`the close of ${account.to} is not stored`);
  const [profit, highWaterMark] = [toCents(scaled(mark.profit)), toCents(scaled(mark.highWaterMark))];
  const missing = highWaterMark - profit;
  return {
    ...account,
    profit: centsToText(profit),
    highWaterMark: centsToText(highWaterMark),
    carryForward: centsToText(missing > 0n ? missing : 0n),
  };
}

/** A mandate starts with neither. */
const START = { profit: '0', highWaterMark: '0' };
const DAY_MS = 86_400_000;
const lastDayOf = ({ to }: Account): string => periodOf(new Date(Date.parse(to) - DAY_MS).toISOString());
const periodOf = (to: string): string => to.slice(0, 10);
