import type { FundAnswer } from '../fund-fees/index.js';
import type { FeeInvoice } from './fee-invoice.repository.js';
import type { FundFigures } from './fund-result.repository.js';

const names = [
  'fraction',
  'profit',
  'highWaterMarkBefore',
  'carryForwardBefore',
  'chargeable',
  'fee',
  'highWaterMarkAfter',
  'carryForwardAfter',
] as const;
type Name = (typeof names)[number];
type Crystallisation = FundAnswer['crystallisations'][number];

/** How a performance fee came about. */
export interface Charge {
  kind: 'scheduled' | 'redemption';
  figures: Record<Name, string>;
}

/** A fee of a finished period. Amounts are decimals, `amount` and `computed` with two places. */
export interface PeriodFee {
  kind: 'management' | 'performance';
  /** `2026-01`, or `2026-12-31`. */
  period: string;
  /** What accrued in the period. */
  exact: string;
  /** What makes all invoices of the kind add up to what accrued. */
  computed: string;
  /** What is or would be charged. */
  amount: string;
  /** The period is closed, with an invoice or, where nothing was left to charge, without one. */
  isClosed: boolean;
  waitingDays: number;
  invoice: Omit<FeeInvoice, 'kind' | 'period'> | null;
  /** How a performance fee came about: at the end of the year, and for each part that left on that day. */
  crystallisations: Charge[];
}

/** Returns the newest fees of finished periods with the invoices that charge them. */
export function feesOf({ invoices, crystallisations }: FundFigures, issued: readonly FeeInvoice[], limit: number): PeriodFee[] {
  const byFee = new Map(issued.map(({ kind, period, ...invoice }) => [`${kind} ${period}`, invoice]));
  return invoices
    .toReversed()
    .slice(0, limit)
    .map(({ kind, period, exact, computed, amount, issued: isClosed, waitingDays }) => ({
      kind,
      period,
      exact,
      computed,
      amount,
      isClosed,
      waitingDays: waitingDays.length,
      invoice: byFee.get(`${kind} ${period}`) ?? null,
      crystallisations: kind === 'performance' ? chargesOn(period, crystallisations) : [],
    }));
}

/** Charges that wait for a valuation have no figures and are left out. */
const chargesOn = (day: string, crystallisations: readonly Crystallisation[]): Charge[] =>
  crystallisations.flatMap((one) =>
    one.day === day && 'fee' in one
      ? [
          {
            kind: one.redemption === undefined ? 'scheduled' : 'redemption',
            figures: Object.fromEntries(names.map((name) => [name, one[name]])) as Charge['figures'],
          },
        ]
      : [],
  );
