import { Percent } from '../../components/chart/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import type { DayRange } from '../../lib/portfolio';
import type { PerformanceSegment } from '../../lib/wire/portfolio';
import styles from './dialogs.module.css';

/** Where the chain of returns is broken, each stretch stands for itself. */
export function SegmentsCard({ segments, onRange }: { segments: readonly PerformanceSegment[]; onRange: (range: DayRange) => void }) {
  const columns: readonly Column<PerformanceSegment>[] = [
    {
      id: 'span',
      header: 'Stretch',
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onRange({ from: row.from, to: row.to })}>
          {day(row.from)} – {day(row.to)}
        </button>
      ),
      phone: 'title',
    },
    { id: 'days', header: 'Days', cell: (row) => row.days, align: 'end' },
    { id: 'change', header: 'Return', cell: (row) => <Percent figure={row.change} />, align: 'end', phone: 'figure' },
    { id: 'drawdown', header: 'Maximum drawdown', cell: (row) => <Percent figure={row.maxDrawdown} />, align: 'end', phone: 'figure' },
  ];
  return (
    <Card title="Stretches with a return" span={12} flush>
      <DataTable
        caption="Stretches with a return"
        columns={columns}
        rows={segments}
        rowKey={(row) => `${row.segment}:${row.from}`}
        empty={{ title: 'No stretch is computed' }}
      />
    </Card>
  );
}
