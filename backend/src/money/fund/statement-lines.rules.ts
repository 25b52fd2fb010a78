import { centsToText, toCents } from '../../platform/domain/cents.rules.js';
import { scaled } from '../../platform/domain/scaled.js';
import type { FundFigures, StoredFundDay } from './fund-result.repository.js';

type Account = FundFigures['total'];
/** Profit since the start and the high-water mark after a day, decimals. */
export type DayMark = Pick<StoredFundDay, 'day' | 'highWaterMark'> & { profit: string };

/** Of a statement's period, and since the start of the mandate. */
export type StatementReturns = NonNullable<FundFigures['returns']>['total'];
/** A time-weighted return as a decimal of one; `value` null: unknown, for the reason. */
export interface StatementReturn {
  value: string | null;
  /** `not_computed`: the figures are from before this product knew returns. */
  reason: StatementReturns['period']['before']['reason'] | 'not_computed';
  day: string | null;
}
interface Pair {
  before: StatementReturn;
  after: StatementReturn;
}

type MarkedStatement = Account & { profit: string; highWaterMark: string; carryForward: string };
/** A statement of account, in dollars with two decimal places. Mark, profit and loss are at its end, and since the start. */
export type FundStatement = MarkedStatement & { returns: { period: Pair; sinceStart: Pair } };
type Amount = Exclude<keyof MarkedStatement, 'from' | 'to'>;

/** The lines of a statement in the order of the screen: each part ends with its sum. */
export const statementParts = {
  account: ['opening', 'deposits', 'withdrawals', 'tradingResult', 'feesPaidFromAccount', 'closing'],
  fees: ['owedOpening', 'managementFee', 'performanceFee', 'feesPaid', 'owedClosing'],
  net: ['netOpening', 'netClosing'],
  mark: ['highWaterMark', 'profit', 'carryForward'],
} as const satisfies Record<string, readonly Amount[]>;
export type StatementPart = keyof typeof statementParts;

/**
 * What names the statement from the start up to the last known day, of the newest mandate or, with the day of the start after it
 * (`total-2026-03-11`), of that mandate. The others are named by the day they end with, a 00:00 UTC.
 */
export const SINCE_START = 'total';
/** What names all statements of all mandates together. */
export const ALL_STATEMENTS = 'all';

/** Returns the statement that `period` names; null for none. */
export function statementOf({ statements, total }: Pick<FundFigures, 'statements' | 'total'>, period: string): Account | null {
  if (period === SINCE_START || period === `${SINCE_START}-${periodOf(total.from)}`) return total;
  return statements.find(({ to }) => periodOf(to) === period) ?? null;
}

/** Returns the days whose close statements end with. */
export const lastDaysOf = (statements: readonly Account[]): string[] => statements.map(lastDayOf);

/**
 * Returns a statement with the profit and the high-water mark at its end. Each is rounded to cents by itself, and the loss carried forward
 * is what the profit lacks to the mark. `marks`: of the days that statements end with.
 */
export function withMark(account: Account, marks: ReadonlyMap<string, DayMark>): MarkedStatement {
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

/** Returns a statement of `figures` with the mark and the returns at its end. */
export function fullStatement(figures: FundFigures, account: Account, marks: ReadonlyMap<string, DayMark>): FundStatement {
  const { returns, statements } = figures;
  const own = account === figures.total ? returns?.total : returns?.statements[statements.indexOf(account)];
  return { ...withMark(account, marks), returns: own ?? NOT_COMPUTED };
}

/** The lines of the returns in the order of the screen. */
export const returnLines = [
  ['returnBeforeFees', ({ period }) => period.before],
  ['returnAfterFees', ({ period }) => period.after],
  ['sinceStartBeforeFees', ({ sinceStart }) => sinceStart.before],
  ['sinceStartAfterFees', ({ sinceStart }) => sinceStart.after],
] as const satisfies readonly (readonly [string, (returns: FundStatement['returns']) => StatementReturn])[];

const UNKNOWN: StatementReturn = { value: null, reason: 'not_computed', day: null };
const NOT_COMPUTED = { period: { before: UNKNOWN, after: UNKNOWN }, sinceStart: { before: UNKNOWN, after: UNKNOWN } };

/** A mandate starts with neither. */
const START = { profit: '0', highWaterMark: '0' };
const DAY_MS = 86_400_000;
const lastDayOf = ({ to }: Account): string => periodOf(new Date(Date.parse(to) - DAY_MS).toISOString());
const periodOf = (to: string): string => to.slice(0, 10);
