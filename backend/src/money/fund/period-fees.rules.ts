import { crystallisationFigures, type FundAnswer } from '../fund-fees/index.js';
import type { FeeInvoice } from './fee-invoice.repository.js';
import type { FundFigures } from './fund-result.repository.js';

type Figure = (typeof crystallisationFigures)[number];
type Crystallisation = FundAnswer['crystallisations'][number];

/** How a performance fee came about; decimals. */
export type Charge = { kind: 'scheduled' | 'redemption' } & Record<Figure, string>;

/** A fee of a finished period. Amounts are decimals, `amount` and `computed` with two places. */
export interface PeriodFee extends Pick<FundAnswer['invoices'][number], 'kind' | 'period' | 'exact' | 'computed' | 'amount'> {
  /** The period is closed, with an invoice or, where nothing was left to charge, without one. */
  isClosed: boolean;
  /** How many days of the period wait for a valuation. */
  waitingDays: number;
  invoice: Omit<FeeInvoice, 'kind' | 'period'> | null;
  /** Of a performance fee: at the end of the year, and for each part that left on that day. */
  crystallisations: Charge[];
}

/** Returns the newest fees of finished periods with the invoices that charge them. */
export function feesOf({ invoices, crystallisations }: FundFigures, issued: readonly FeeInvoice[], limit: number): PeriodFee[] {
  const byFee = new Map(issued.map(({ kind, period, ...invoice }) => [`${kind} ${period}`, invoice]));
  return invoices
    .toReversed()
    .slice(0, limit)
    .map(({ issued: isClosed, waitingDays, ...fee }) => ({
      ...fee,
      isClosed,
      waitingDays: waitingDays.length,
      invoice: byFee.get(`${fee.kind} ${fee.period}`) ?? null,
      crystallisations: fee.kind === 'performance' ? chargesOn(fee.period, crystallisations) : [],
    }));
}

/** Charges that wait for a valuation have no figures and are left out. */
const chargesOn = (day: string, crystallisations: readonly Crystallisation[]): Charge[] =>
  crystallisations.flatMap((one) => {
    if (one.day !== day || !('fee' in one)) return [];
    const figures = Object.fromEntries(crystallisationFigures.map((name) => [name, one[name]])) as Record<Figure, string>;
    return [{ kind: one.redemption === undefined ? 'scheduled' : 'redemption', ...figures }];
  });
