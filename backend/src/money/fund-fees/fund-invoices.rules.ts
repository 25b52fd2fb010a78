import { toCents } from '../../platform/domain/cents.rules.js';
import { closeOf, dayText, monthEnd, monthText } from './fund-calendar.rules.js';
import type { Day, DayRecord, FeeHistory, FundInvoice, InvoiceKind, IssuedInvoice } from './fund-fees.types.js';

interface Period {
  kind: InvoiceKind;
  period: string;
  endsAt: number;
  exact: bigint;
  waitingDays: readonly Day[];
}

/**
 * Returns a client's invoices in order of time, the management fee first: for each finished month, and for each day that crystallised. An
 * amount is what brings all invoices of its kind to the exact fees, rounded to cents once. One that was issued stays as it is, and the next
 * corrects it.
 */
export function fundInvoices(history: FeeHistory, issued: readonly IssuedInvoice[], untilAt: number): FundInvoice[] {
  const periods = [...managementPeriods(history), ...performancePeriods(history)];
  for (const one of issued)
    if (one.endsAt <= untilAt && !periods.some(({ kind, period }) => kind === one.kind && period === one.period))
      periods.push({ kind: one.kind, period: one.period, endsAt: one.endsAt, exact: 0n, waitingDays: [] });
  periods.sort((a, b) => a.endsAt - b.endsAt || a.kind.localeCompare(b.kind, 'en'));

  const sums = { management: { exact: 0n, invoiced: 0n }, performance: { exact: 0n, invoiced: 0n } };
  return periods.map(({ kind, period, exact, waitingDays }) => {
    const sum = sums[kind];
    sum.exact += exact;
    const computed = toCents(sum.exact) - sum.invoiced;
    const fixed = issued.find((one) => one.kind === kind && one.period === period);
    const amount = fixed?.cents ?? computed;
    sum.invoiced += amount;
    return { kind, period, amount, computed, exact, issued: fixed !== undefined, waitingDays };
  });
}

function managementPeriods({ days, endedAt }: FeeHistory): Period[] {
  const months = new Map<number, DayRecord[]>();
  for (const one of days) {
    const end = monthEnd(one.day);
    const month = months.get(end);
    if (month) month.push(one);
    else months.set(end, [one]);
  }
  const last = days.at(-1);
  const closedAt = last ? closeOf(last.day) : 0;
  return [...months]
    .filter(([end]) => end <= closedAt || endedAt !== null)
    .map(([end, month]) => ({
      kind: 'management',
      period: monthText(month[0]!.day),
      endsAt: Math.min(end, closedAt),
      exact: month.reduce((sum, { managementFee }) => sum + managementFee, 0n),
      waitingDays: month.filter(({ accrued }) => accrued === null).map(({ day }) => day),
    }));
}

function performancePeriods({ crystallisations }: FeeHistory): Period[] {
  const fees = new Map<Day, bigint>();
  for (const { day, figures } of crystallisations) if (figures) fees.set(day, (fees.get(day) ?? 0n) + figures.fee);
  return [...fees].map(([day, exact]) => ({ kind: 'performance', period: dayText(day), endsAt: closeOf(day), exact, waitingDays: [] }));
}
