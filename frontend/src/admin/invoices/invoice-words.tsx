import { Badge } from '../../components/feedback/badge';
import { day, yearMonth } from '../../lib/format/date';
import { invoiceTones } from '../../lib/wire/invoices';
import type { InvoiceKindWire, InvoiceStatusWire, InvoiceWire } from '../../lib/wire/types';

export const kinds: Readonly<Record<InvoiceKindWire, string>> = {
  subscription: 'Subscription',
  management_fee: 'Management fee',
  performance_fee: 'Performance fee',
  club_share: 'Club share',
};

/** What an invoice charges for: "Management fee, Jan 2026". */
export function chargeText({ kind, period }: Pick<InvoiceWire, 'kind' | 'period'>): string {
  if (period === null) return kinds[kind];
  if (kind === 'performance_fee') return `${kinds[kind]}, profit up to ${day(period)}`;
  return `${kinds[kind]}, ${kind === 'management_fee' ? yearMonth(period) : period}`;
}

export const stateNames: Readonly<Record<InvoiceStatusWire, string>> = {
  issued: 'Issued',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
};

export function InvoiceBadge({ status }: { status: InvoiceStatusWire }) {
  return <Badge tone={invoiceTones[status]}>{stateNames[status]}</Badge>;
}
