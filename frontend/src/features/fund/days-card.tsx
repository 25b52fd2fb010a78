import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/feedback/badge';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { fetchPage } from '../../lib/lists';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { FundDayWire } from '../../lib/wire/types';
import { DAYS_PATH } from './fund';
import styles from './fund.module.css';

const reasonOf = ({ waiting }: FundDayWire): string | null => (waiting === null ? null : t(`fund.days.waiting.${waiting}`));

const columns = (): readonly Column<FundDayWire>[] => [
  {
    id: 'day',
    header: t('fund.days.day'),
    cell: (row) => (
      <span className={styles.day}>
        {day(row.day)}
        {row.waiting !== null && <Badge tone="warn">{reasonOf(row)}</Badge>}
      </span>
    ),
    pin: true,
    phone: 'title',
  },
  {
    id: 'equity',
    header: t('fund.days.equity'),
    cell: (row) => <Dollars value={row.equity} unknown={reasonOf(row)} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'flow', header: t('fund.days.flow'), cell: (row) => <Dollars value={row.flow} />, align: 'end' },
  { id: 'paid', header: t('fund.days.paid'), cell: (row) => <Dollars value={row.paid} />, align: 'end' },
  {
    id: 'result',
    header: t('fund.days.result'),
    cell: (row) => <DollarGain value={row.result} unknown={reasonOf(row)} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'base', header: t('fund.days.base'), cell: (row) => <Dollars value={row.base} unknown={reasonOf(row)} />, align: 'end' },
  {
    id: 'fee',
    header: t('fund.days.managementFee'),
    cell: (row) => <Dollars value={row.waiting === null ? row.managementFee : null} unknown={reasonOf(row)} />,
    align: 'end',
  },
  { id: 'profit', header: t('fund.days.profit'), cell: (row) => <Dollars value={row.profit} unknown={reasonOf(row)} />, align: 'end' },
  { id: 'mark', header: t('fund.days.highWaterMark'), cell: (row) => <Dollars value={row.highWaterMark} />, align: 'end' },
  { id: 'owed', header: t('fund.days.owed'), cell: (row) => <Dollars value={row.owed} unknown={reasonOf(row)} />, align: 'end' },
];

/** What accrued on each day, and from what. */
export function DaysCard() {
  const { userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['fund', userId, 'days', page, perPage],
    queryFn: ({ signal }) => fetchPage(DAYS_PATH, { page, perPage, signal }, (row: FundDayWire) => row),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('fund.days.title')} span={12} flush>
      <DataTable
        caption={t('fund.days.title')}
        columns={columns()}
        rows={data?.rows}
        rowKey={(row) => row.day}
        error={error}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        cardsBelow={900}
        empty={{ title: t('fund.days.none'), text: t('fund.days.noneText') }}
        pager={{ page, perPage, total: data?.total, onPage: setPage, onPerPage: setPerPage }}
      />
    </Card>
  );
}
