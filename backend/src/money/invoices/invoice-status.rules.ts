import type { IncomeKind } from '../ledger/index.js';

/** States of an invoice. Issuing and voiding set two of them; the others follow from its payments and its due date. */
export const invoiceStatuses = ['draft', 'issued', 'partially_paid', 'paid', 'overdue', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** States in which something is due. */
export const openStatuses = ['issued', 'partially_paid', 'overdue'] as const satisfies readonly InvoiceStatus[];
export const isOpen = (status: InvoiceStatus): boolean => openStatuses.some((open) => open === status);

/** Returns whether an invoice may be voided. Those of fund fees and of the club's share are not: the next one corrects them. */
export const canVoid = ({ kind, status }: { kind: IncomeKind; status: InvoiceStatus }): boolean =>
  isOpen(status) && kind === 'subscription';

/** Moves that the database allows too (trigger `invoices_fixed`). A paid invoice opens again when its payment is reversed. */
const moves: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['issued'],
  issued: ['partially_paid', 'paid', 'overdue', 'void'],
  partially_paid: ['issued', 'paid', 'overdue', 'void'],
  overdue: ['issued', 'partially_paid', 'paid', 'void'],
  paid: ['issued', 'partially_paid', 'overdue'],
  void: [],
};

export const canMove = (from: InvoiceStatus, to: InvoiceStatus): boolean => moves[from].includes(to);

/**
 * Returns the state of an issued invoice by its postings. `outstanding` is the sum of its postings on the member's receivable account,
 * scaled: the total less what was paid.
 */
export function statusBy({
  total,
  outstanding,
  dueAt,
  now,
}: {
  total: bigint;
  outstanding: bigint;
  dueAt: Date;
  now: Date;
}): InvoiceStatus {
  if (outstanding <= 0n) return 'paid';
  if (now > dueAt) return 'overdue';
  return outstanding < total ? 'partially_paid' : 'issued';
}
