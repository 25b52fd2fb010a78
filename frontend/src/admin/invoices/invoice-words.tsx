import { Badge } from '../../components/feedback/badge';
import { invoiceTones } from '../../lib/wire/invoices';
import type { InvoiceKindWire, InvoiceStatusWire } from '../../lib/wire/types';

export const kinds: Readonly<Record<InvoiceKindWire, string>> = {
  subscription: 'Subscription',
  management_fee: 'Management fee',
  performance_fee: 'Performance fee',
  club_share: 'Club share',
};

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
