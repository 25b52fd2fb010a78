import { Percent } from '../../components/chart/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import type { DayRange } from '../../lib/portfolio';
import type { PerformanceSegment } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './dialogs.module.css';

/** Where the chain of returns is broken, each stretch stands for itself. */
export function SegmentsCard({ segments, onRange }: { segments: readonly PerformanceSegment[]; onRange: (range: DayRange) => void }) {
  const columns: readonly Column<PerformanceSegment>[] = [
    {
      id: 'span',
      header: t('performance.segments.span'),
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onRange({ from: row.from, to: row.to })}>
          {day(row.from)} – {day(row.to)}
        </button>
      ),
      csv: (row) => `${row.from}/${row.to}`,
      phone: 'title',
    },
    {
      id: 'days',
      header: t('performance.segments.days'),
      cell: (row) => row.days,
      align: 'end',
      csv: (row) => ({ figure: String(row.days) }),
    },
    {
      id: 'change',
      header: t('performance.return'),
      cell: (row) => <Percent figure={row.change} />,
      align: 'end',
      phone: 'figure',
      csv: (row) => ({ figure: row.change.value }),
    },
    {
      id: 'drawdown',
      header: t('performance.maxDrawdown'),
      cell: (row) => <Percent figure={row.maxDrawdown} />,
      csv: (row) => ({ figure: row.maxDrawdown.value }),
      align: 'end',
      phone: 'figure',
    },
  ];
  return (
    <Card title={t('performance.segments.title')} span={12} flush>
      <DataTable
        caption={t('performance.segments.title')}
        columns={columns}
        rows={segments}
        rowKey={(row) => `${row.segment}:${row.from}`}
        empty={{ title: t('performance.segments.none') }}
        file={{ name: 'tidemark-stretches', rows: segments }}
      />
    </Card>
  );
}
