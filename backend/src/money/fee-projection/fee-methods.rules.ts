import { Decimal } from '../../platform/domain/index.js';
import { fundAnswer, fundCaseSchema } from '../fund-fees/index.js';
import { publishedTerms } from './published-terms.rules.js';

/** The two ways to measure a profit: ours, and the one of many platforms that starts again from the highest value before its fee. */
export const comparedMethods = ['cumulative-profit', 'gross-high-water-mark'] as const;
export type ComparedMethod = (typeof comparedMethods)[number];

/** The account at the end of four months, of which the last depends on what was paid before: it grows by this quotient. */
const OPENING = '10000';
const ENDS = ['12000', '11000', '12500'];
const LAST_GROWTH = { from: '12350', to: '14000' };
const PLACES = 18;

export interface MonthOfExample {
  month: number;
  /** In per cent, the same for both methods. */
  change: string;
  equity: Record<ComparedMethod, string>;
  fee: Record<ComparedMethod, string>;
}

export interface MethodExample {
  opening: string;
  months: MonthOfExample[];
  fees: Record<ComparedMethod, string>;
  profit: Record<ComparedMethod, string>;
  /** Fees of the profit, in per cent. */
  share: Record<ComparedMethod, string>;
}

/**
 * Computes the performance fee of four months by both methods: monthly here, and without a management fee, so that the difference is seen.
 * Each fee is paid from the account before the next month.
 */
export function methodExample(): MethodExample {
  const byMethod = { 'cumulative-profit': feesOf('cumulative-profit'), 'gross-high-water-mark': feesOf('gross-high-water-mark') };
  const each = <T>(of: (example: ExampleFees) => T): Record<ComparedMethod, T> => ({
    'cumulative-profit': of(byMethod['cumulative-profit']),
    'gross-high-water-mark': of(byMethod['gross-high-water-mark']),
  });
  return {
    opening: new Decimal(OPENING).toFixed(2),
    months: byMethod['cumulative-profit'].months.map(({ change }, n) => ({
      month: n + 1,
      change,
      equity: each(({ months }) => months[n]!.equity),
      fee: each(({ months }) => months[n]!.fee),
    })),
    fees: each(({ fees }) => fees),
    profit: each(({ profit }) => profit),
    share: each(({ fees, profit }) => new Decimal(fees).div(profit).times(100).toFixed(2)),
  };
}

type ExampleFees = ReturnType<typeof feesOf>;

function feesOf(method: ComparedMethod) {
  const monthEnd = (month: number) => new Date(Date.UTC(2026, month, 1)).toISOString();
  const valuations = [{ at: monthEnd(0), equity: OPENING }];
  const payments: { at: string; amount: string; from: 'account' }[] = [];
  const crystallisations: string[] = [];
  const months: { change: string; equity: string; fee: string }[] = [];
  let invested = new Decimal(OPENING);
  for (let month = 1; ; month++) {
    const end = ENDS[month - 1];
    const equity = end === undefined ? invested.times(LAST_GROWTH.to).div(LAST_GROWTH.from).toDecimalPlaces(PLACES) : new Decimal(end);
    valuations.push({ at: monthEnd(month), equity: equity.toFixed() });
    crystallisations.push(new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10));
    const { invoices, total } = fundAnswer(
      fundCaseSchema.parse({
        terms: { ...publishedTerms, managementRate: '0', method },
        mandate: { countersignedAt: monthEnd(0) },
        valuations,
        payments,
        crystallisations,
      }),
    );
    const charges = invoices.filter(({ kind }) => kind === 'performance');
    const fee = charges.at(-1)!.amount;
    months.push({ change: equity.div(invested).minus(1).times(100).toFixed(2), equity: equity.toFixed(2), fee });
    if (end === undefined) return { months, fees: total.performanceFee, profit: total.tradingResult };
    if (new Decimal(fee).greaterThan(0)) payments.push({ at: monthEnd(month), amount: fee, from: 'account' });
    invested = equity.minus(fee);
  }
}
