import { toDecimal } from '../../platform/domain/scaled.js';
import { toCents } from './calculation.rules.js';
import type { InvoiceState } from './invoice.repository.js';

/** Returns dollars with two decimal places of an amount that is scaled by 10^18. */
export const centsOf = (amount: bigint): string => toCents(toDecimal(amount));
const isSubscription = ({ kind }: InvoiceState) => kind === 'subscription';

/** Returns a letter about each subscription, and one to each member about everything else that was issued to them. */
export function lettersAbout(issued: readonly InvoiceState[]) {
  const fees = new Map<string, InvoiceState[]>();
  for (const invoice of issued) if (!isSubscription(invoice)) fees.set(invoice.userId, [...(fees.get(invoice.userId) ?? []), invoice]);
  return [...issued.filter(isSubscription).map(subscriptionLetter), ...[...fees.values()].map(feesLetter)];
}

const subscriptionLetter = ({ id, userId, number, total, dueAt }: InvoiceState) => ({
  letter: 'invoice-issued' as const,
  to: userId,
  data: { number, total: centsOf(total), due: dueAt.toISOString() },
  dedupeKey: `invoice-issued:${id}`,
});

/** `invoices`: of one member, at least one. */
function feesLetter(invoices: readonly InvoiceState[]) {
  const { id, userId, dueAt } = invoices[0]!;
  return {
    letter: 'fees-issued' as const,
    to: userId,
    data: {
      invoices: invoices.map(({ number, total }) => ({ number, total: centsOf(total) })),
      total: centsOf(invoices.reduce((sum, { total }) => sum + total, 0n)),
      due: dueAt.toISOString(),
    },
    dedupeKey: `fees-issued:${id}`,
  };
}
