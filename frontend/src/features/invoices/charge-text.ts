import { day, yearMonth } from '../../lib/format/date';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import type { MyInvoiceWire } from '../../lib/wire/types';

/** What an invoice charges for: "Management fee, Jan 2026". */
export function chargeText({ kind, period }: Pick<MyInvoiceWire, 'kind' | 'period'>): string {
  const name = t(`invoices.kind.${kind}`);
  if (period === null || kind === 'subscription') return name;
  if (kind === 'performance_fee') return t('invoices.upTo', { kind: name, day: day(period) });
  return t('invoices.ofPeriod', { kind: name, period: kind === 'management_fee' ? yearMonth(period) : isolate(period) });
}
