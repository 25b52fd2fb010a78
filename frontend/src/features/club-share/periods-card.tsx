import { Badge } from '../../components/feedback/badge';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import type { ClubSharePeriodWire } from '../../lib/wire/types';
import styles from './club-share.module.css';

const columns = (): readonly Column<ClubSharePeriodWire>[] => [
  {
    id: 'year',
    header: t('club-share.periods.year'),
    cell: (row) => (
      <span className={styles.state}>
        {row.name}
        {row.isRunning && <Badge tone="info">{t('club-share.periods.running')}</Badge>}
        {row.invoiceId !== null && <Badge tone="neutral">{t('club-share.periods.invoiced')}</Badge>}
      </span>
    ),
    phone: 'title',
  },
  { id: 'profit', header: t('club-share.periods.profit'), cell: (row) => <DollarGain value={row.profit} />, align: 'end', phone: 'figure' },
  {
    id: 'cumulative',
    header: t('club-share.periods.cumulative'),
    cell: (row) => <DollarGain value={row.cumulativeProfit} />,
    align: 'end',
  },
  { id: 'before', header: t('club-share.periods.markBefore'), cell: (row) => <Dollars value={row.highWaterMarkBefore} />, align: 'end' },
  { id: 'chargeable', header: t('club-share.periods.chargeable'), cell: (row) => <Dollars value={row.chargeable} />, align: 'end' },
  { id: 'share', header: t('club-share.periods.share'), cell: (row) => <Dollars value={row.share} />, align: 'end', phone: 'figure' },
];

/** The share of each year: of the profit above the high-water mark. */
export function PeriodsCard({ periods }: { periods: readonly ClubSharePeriodWire[] }) {
  return (
    <Card title={t('club-share.periods.title')} span={12} flush>
      <DataTable
        caption={t('club-share.periods.title')}
        columns={columns()}
        rows={periods}
        rowKey={(row) => row.name}
        cardsBelow={900}
        empty={{ title: t('club-share.periods.none'), text: t('club-share.periods.noneText') }}
      />
    </Card>
  );
}
