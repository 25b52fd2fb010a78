import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment, Quantity, Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import type { TaxReport, TaxUnknown } from '../../lib/wire/tax';
import { LINES, unknownQuery, type TaxChoice } from './api/get-tax-report';
import { DepositCostsDialog } from './deposit-costs-dialog';
import { Coin } from './report-notices';
import { t } from '../../lib/i18n/texts';
import styles from './tax-page.module.css';

const reason = ({ cause, acquiredAt }: TaxUnknown) =>
  cause === 'deposit' && acquiredAt !== null
    ? t('tax.causeDated', { cause: t('tax.cause.deposit'), day: day(acquiredAt) })
    : t(`tax.cause.${cause}`);

const columns = (): readonly Column<TaxUnknown>[] => [
  { id: 'asset', header: t('tax.column.coin'), cell: (row) => <Coin asset={row.asset} affected={row.affected} />, phone: 'title' },
  { id: 'proceeds', header: t('tax.proceeds'), cell: (row) => <Usdt value={row.proceeds} />, align: 'end', phone: 'figure' },
  { id: 'cost', header: t('tax.cost'), cell: (row) => <Usdt value={row.cost} unknown={t(`tax.cause.${row.cause}`)} />, align: 'end' },
  { id: 'fees', header: t('tax.fees'), cell: (row) => <Usdt value={row.fees} />, align: 'end' },
  { id: 'quantity', header: t('tax.column.quantity'), cell: (row) => <Quantity value={row.quantity} />, align: 'end' },
  { id: 'time', header: t('tax.column.disposed'), cell: (row) => <Moment at={row.time} />, phone: 'title' },
  { id: 'reason', header: t('tax.column.reason'), cell: reason, wrap: true },
  { id: 'kind', header: t('tax.column.kind'), cell: (row) => t(`tax.kind.${row.kind}`) },
];

/** Disposals whose gain is unknown, with the reason and a way to give the cost of deposits. */
export function UnknownCard({ choice, report }: { choice: TaxChoice; report: TaxReport }) {
  const [page, setPage] = useState(1);
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery(unknownQuery(choice, page));
  const total = report.totals.unknownDisposals;
  return (
    <Card
      title={t('tax.unknownTitle')}
      span={12}
      flush
      aside={
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tax.enterCosts')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('tax.unknownText')}</p>
      <DataTable
        caption={t('tax.unknownTitle')}
        columns={columns()}
        rows={page === 1 ? report.unknown : data}
        rowKey={(row, index) => `${row.id} ${index}`}
        error={page === 1 ? undefined : error}
        onRetry={() => void refetch()}
        refreshing={page > 1 && isPlaceholderData}
        cardsBelow={1100}
        empty={{ title: t('tax.noDisposals') }}
        {...(total > LINES && { pager: { page, perPage: LINES, total, onPage: setPage } })}
      />
      {isOpen && <DepositCostsDialog year={choice.year} onClose={() => setOpen(false)} />}
    </Card>
  );
}
