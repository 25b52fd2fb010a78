import { Percent, percentText } from '../../components/chart/figures';
import { Usdt } from '../../components/exchange/figures';
import { useAmounts } from '../../components/amounts/hideable';
import { Dialog } from '../../components/feedback/dialog';
import { inUnit, useMoney } from '../../components/money/money';
import { type Column, DataTable } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import type { Performance, PerformanceMonth } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
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
  const { hide } = useAmounts();
  const { text, unit } = useMoney();
  const { twr, months, startedAt, endedAt, equityStart, equityEnd } = performance;
  const span = { start: utc(startedAt), end: utc(endedAt), equityEnd: hide(text(equityEnd)), unit };
  const columns: readonly Column<PerformanceMonth>[] = [
    {
      id: 'month',
      header: t('performance.chain.month'),
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onMonth(row.month)}>
          {monthText(row.month)}
        </button>
      ),
      csv: (row) => row.month,
      phone: 'title',
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
      id: 'equity',
      header: t('performance.chain.equity'),
      csvHeader: inUnit(t('performance.chain.equity')),
      cell: (row) => <Usdt value={row.equity} unknown={t('performance.noPrice')} />,
      csv: (row) => ({ figure: row.equity }),
      align: 'end',
      phone: 'figure',
    },
    {
      id: 'inflow',
      header: t('performance.deposits'),
      csvHeader: inUnit(t('performance.deposits')),
      cell: (row) => <Amount figure={row.inflow} />,
      align: 'end',
      csv: (row) => ({ figure: row.inflow.value }),
    },
    {
      id: 'outflow',
      header: t('performance.withdrawals'),
      csvHeader: inUnit(t('performance.withdrawals')),
      cell: (row) => <Amount figure={row.outflow} />,
      align: 'end',
      csv: (row) => ({ figure: row.outflow.value }),
    },
    {
      id: 'marks',
      header: t('performance.chain.marks'),
      cell: (row) => [row.whole ? '' : t('performance.chain.notWhole'), markText(row.flags)].filter(Boolean).join(', ') || '–',
      wrap: true,
    },
  ];
  return (
    <Dialog
      title={t('performance.madeOf', { figure: twr.value === null ? t('performance.thisPeriod') : percentText(twr.value) })}
      width="wide"
      onClose={onClose}
    >
      <div className={styles.parts}>
        <p>
          {equityStart === null
            ? t('performance.chain.fromDeposit', span)
            : t('performance.chain.fromEquity', { ...span, equityStart: hide(text(equityStart)) })}
        </p>
        <div className={styles.table}>
          <DataTable
            caption={t('performance.chain.caption')}
            columns={columns}
            rows={months}
            rowKey={(row) => row.month}
            cardsBelow={900}
            empty={{ title: t('performance.chain.empty') }}
            file={{ name: 'tidemark-months', rows: months }}
          />
        </div>
      </div>
    </Dialog>
  );
}
