import { Badge } from '../../components/feedback/badge';
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

const tones = { issued: 'info', partially_paid: 'warn', paid: 'up', overdue: 'down', void: 'neutral' } as const;

export function InvoiceBadge({ status }: { status: InvoiceStatusWire }) {
  return <Badge tone={tones[status]}>{stateNames[status]}</Badge>;
}

/** An amount of the server: dollars with two decimal places. */
export const amountOf = (amount: string): string => `$${amount}`;
