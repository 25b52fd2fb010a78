import { Percent, percentText } from '../../components/chart/figures';
import { Usdt } from '../../components/exchange/figures';
import { Dialog } from '../../components/feedback/dialog';
import { type Column, DataTable } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import { money } from '../../lib/format/decimal';
import type { Performance, PerformanceMonth } from '../../lib/wire/portfolio';
import { markText } from './marks';
import { Amount } from './money-card';
import { monthText } from './range';
import styles from './dialogs.module.css';

/** What the return of the whole period is made of: its months, each of which opens further. */
export function ChainDialog({
  performance,
  onMonth,
  onClose,
}: {
  performance: Performance;
  onMonth: (month: string) => void;
  onClose: () => void;
}) {
  const { twr, months, startedAt, endedAt, equityStart, equityEnd } = performance;
  const columns: readonly Column<PerformanceMonth>[] = [
    {
      id: 'month',
      header: 'Month',
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onMonth(row.month)}>
          {monthText(row.month)}
        </button>
      ),
      phone: 'title',
    },
    { id: 'change', header: 'Return', cell: (row) => <Percent figure={row.change} />, align: 'end', phone: 'figure' },
    {
      id: 'equity',
      header: 'Equity at its end',
      cell: (row) => <Usdt value={row.equity} unknown="Something held had no price" />,
      align: 'end',
      phone: 'figure',
    },
    { id: 'inflow', header: 'Deposits', cell: (row) => <Amount figure={row.inflow} />, align: 'end' },
    { id: 'outflow', header: 'Withdrawals', cell: (row) => <Amount figure={row.outflow} />, align: 'end' },
    {
      id: 'marks',
      header: 'Marks',
      cell: (row) => [row.whole ? '' : 'not the whole month', markText(row.flags)].filter(Boolean).join(', ') || '–',
      wrap: true,
    },
  ];
  return (
    <Dialog title={`What ${twr.value === null ? 'this period' : percentText(twr.value)} is made of`} width="wide" onClose={onClose}>
      <div className={styles.parts}>
        <p>
          From {utc(startedAt)}
          {equityStart === null ? ', with the first deposit,' : ` with ${money(equityStart)} USDT`} to {utc(endedAt)} with{' '}
          {money(equityEnd)} USDT. The return is the product of the months; select one for its sub-periods, deposits and withdrawals.
        </p>
        <div className={styles.table}>
          <DataTable
            caption="Months"
            columns={columns}
            rows={months}
            rowKey={(row) => row.month}
            cardsBelow={900}
            empty={{ title: 'No month is computed' }}
          />
        </div>
      </div>
    </Dialog>
  );
}
