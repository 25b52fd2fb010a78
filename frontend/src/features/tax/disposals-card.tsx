import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Gain, Moment, Quantity, Usdt } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import type { TaxDisposal, TaxReport } from '../../lib/wire/tax';
import { disposalsQuery, LINES, type TaxChoice } from './api/get-tax-report';
import { Coin } from './report-notices';
import { t } from '../../lib/i18n/texts';

const acquired = (row: TaxDisposal) => (row.acquiredAt === null ? '–' : day(row.acquiredAt));
const held = ({ daysHeld, overOneYear }: TaxDisposal) =>
  daysHeld === null ? '–' : overOneYear === true ? t('tax.held.overOneYear', { count: daysHeld }) : t('tax.held.days', { count: daysHeld });

const columns = (): readonly Column<TaxDisposal>[] => [
  { id: 'asset', header: t('tax.column.coin'), cell: (row) => <Coin asset={row.asset} affected={row.affected} />, phone: 'title' },
  { id: 'gain', header: t('tax.gain'), cell: (row) => <Gain value={row.gain} />, align: 'end', phone: 'figure' },
  { id: 'proceeds', header: t('tax.proceeds'), cell: (row) => <Usdt value={row.proceeds} />, align: 'end', phone: 'figure' },
  { id: 'cost', header: t('tax.cost'), cell: (row) => <Usdt value={row.cost} />, align: 'end' },
  { id: 'fees', header: t('tax.fees'), cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'quantity', header: t('tax.column.quantity'), cell: (row) => <Quantity value={row.quantity} />, align: 'end' },
  { id: 'time', header: t('tax.column.disposed'), cell: (row) => <Moment at={row.time} />, phone: 'title' },
  { id: 'acquired', header: t('tax.column.acquired'), cell: acquired },
  { id: 'held', header: t('tax.column.held'), cell: held },
  { id: 'kind', header: t('tax.column.kind'), cell: (row) => t(`tax.kind.${row.kind}`) },
];
const pooled = () => columns().filter(({ id }) => id !== 'acquired' && id !== 'held');

/** Disposals with a known gain. The first page comes with the report. */
export function DisposalsCard({ choice, report, refreshing }: { choice: TaxChoice; report: TaxReport | undefined; refreshing: boolean }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(disposalsQuery(choice, page));
  return (
    <Card title={t('tax.disposals')} span={12} flush>
      <DataTable
        caption={t('tax.disposals')}
        columns={choice.method === 'average' ? pooled() : columns()}
        rows={page === 1 ? report?.disposals : data}
        rowKey={(row, index) => `${row.id} ${index}`}
        error={page === 1 ? undefined : error}
        onRetry={() => void refetch()}
        refreshing={page === 1 ? refreshing : isPlaceholderData}
        cardsBelow={1100}
        empty={{ title: t('tax.noDisposals'), text: t('tax.noDisposalsText') }}
        {...((report?.totals.disposals ?? 0) > LINES && {
          pager: { page, perPage: LINES, total: report?.totals.disposals, onPage: setPage },
        })}
      />
    </Card>
  );
}
