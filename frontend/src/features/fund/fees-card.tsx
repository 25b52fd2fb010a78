import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { Unknown } from '../../components/chart/figures';
import { type Column, DataTable } from '../../components/table/data-table';
import { openInvoicePath } from '../../config/routes';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { invoiceTones } from '../../lib/wire/invoices';
import type { FundFeeWire } from '../../lib/wire/types';
import { FeeDialog } from './fee-dialog';
import { feePeriodText } from './fund';
import styles from './fund.module.css';

const columns = (onOpen: (fee: FundFeeWire) => void): readonly Column<FundFeeWire>[] => [
  {
    id: 'period',
    header: t('fund.fees.period'),
    cell: (row) => (
      <button type="button" className={styles.openFee} aria-label={t('fund.fees.open', namesOf(row))} onClick={() => onOpen(row)}>
        {feePeriodText(row.period)}
      </button>
    ),
    pin: true,
    phone: 'title',
  },
  { id: 'kind', header: t('fund.fees.kind'), cell: ({ kind }) => t(`fund.fees.kinds.${kind}`), phone: 'title' },
  { id: 'amount', header: t('fund.fees.amount'), cell: ({ amount }) => <Dollars value={amount} />, align: 'end', phone: 'figure' },
  {
    id: 'mark',
    header: t('fund.figures.mark'),
    cell: ({ kind, crystallisations }) => (
      <Dollars
        value={crystallisations.at(-1)?.highWaterMarkAfter ?? null}
        unknown={t(kind === 'management' ? 'fund.fees.noMark' : 'fund.fees.markWaits')}
      />
    ),
    align: 'end',
  },
  {
    id: 'invoice',
    header: t('fund.fees.invoice'),
    cell: ({ invoice, isClosed }) =>
      invoice ? (
        <Link to={openInvoicePath(invoice.id)}>{invoice.number}</Link>
      ) : (
        <Unknown reason={t(isClosed ? 'fund.fees.nothingCharged' : 'fund.fees.notInvoiced')} />
      ),
  },
  {
    id: 'status',
    header: t('fund.fees.status'),
    cell: ({ invoice, isClosed }) =>
      invoice ? (
        <Badge tone={invoiceTones[invoice.status]}>{t(`invoices.status.${invoice.status}`)}</Badge>
      ) : (
        <Badge tone="neutral">{t(isClosed ? 'fund.fees.closed' : 'fund.fees.pending')}</Badge>
      ),
    phone: 'figure',
  },
  {
    id: 'paid',
    header: t('fund.fees.paidAt'),
    cell: ({ invoice }) => (invoice?.paidAt == null ? <Unknown reason={t('fund.fees.notPaid')} /> : utc(invoice.paidAt)),
  },
];

const namesOf = ({ kind, period }: FundFeeWire) => ({ kind: t(`fund.fees.kinds.${kind}`), period: feePeriodText(period) });

/** What each finished period cost, with its invoice, and how that was calculated. */
export function FeesCard({ fees }: { fees: readonly FundFeeWire[] }) {
  const [opened, setOpened] = useState<FundFeeWire | null>(null);
  return (
    <Card title={t('fund.fees.title')} span={12} flush>
      <DataTable
        caption={t('fund.fees.title')}
        columns={columns(setOpened)}
        rows={fees}
        rowKey={({ kind, period }) => `${kind} ${period}`}
        cardsBelow={900}
        empty={{ title: t('fund.fees.none'), text: t('fund.fees.noneText') }}
      />
      {opened && <FeeDialog fee={opened} title={t('fund.fees.of', namesOf(opened))} onClose={() => setOpened(null)} />}
    </Card>
  );
}
