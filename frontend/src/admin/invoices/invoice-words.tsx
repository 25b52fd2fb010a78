import { Badge } from '../../components/feedback/badge';
import type { InvoiceKindWire, InvoiceStatusWire } from '../../lib/wire/types';

export const kinds: Readonly<Record<InvoiceKindWire, string>> = {
  subscription: 'Subscription',
  management_fee: 'Management fee',
  performance_fee: 'Performance fee',
  club_share: 'Club share',
};

export const states: Readonly<Record<InvoiceStatusWire, { words: string; tone: 'up' | 'down' | 'warn' | 'info' | 'neutral' }>> = {
  issued: { words: 'Issued', tone: 'info' },
  partially_paid: { words: 'Partially paid', tone: 'warn' },
  paid: { words: 'Paid', tone: 'up' },
  overdue: { words: 'Overdue', tone: 'down' },
  void: { words: 'Void', tone: 'neutral' },
};

export function InvoiceBadge({ status }: { status: InvoiceStatusWire }) {
  const { words, tone } = states[status];
  return <Badge tone={tone}>{words}</Badge>;
}

/** An amount of the server: dollars with two decimal places. */
export const amountOf = (amount: string): string => `$${amount}`;
