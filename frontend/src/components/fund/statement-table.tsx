import { useState } from 'react';
import { t } from '../../lib/i18n/texts';
import type { FundStatementWire } from '../../lib/wire/types';
import { type Column, DataTable } from '../table/data-table';
import { DollarGain, Dollars } from './dollars';
import { ReturnFigure } from './return-text';
import { StatementDialog } from './statement-dialog';
import { periodText } from './statement-period';
import styles from './statements.module.css';

const amounts = [
  'opening',
  'deposits',
  'withdrawals',
  'tradingResult',
  'feesPaidFromAccount',
  'closing',
  'managementFee',
  'performanceFee',
  'feesPaid',
  'owedClosing',
  'netClosing',
] as const satisfies readonly Exclude<keyof FundStatementWire, 'returns'>[];
const first: ReadonlySet<string> = new Set(['tradingResult', 'netClosing']);

const columns = (onOpen: (statement: FundStatementWire) => void): readonly Column<FundStatementWire>[] => [
  {
    id: 'period',
    header: t('fund.statements.period'),
    cell: (row) => (
      <button
        type="button"
        className={styles.open}
        aria-label={t('fund.statements.open', { period: periodText(row) })}
        onClick={() => onOpen(row)}
      >
        {periodText(row)}
      </button>
    ),
    pin: true,
    phone: 'title',
  },
  ...amounts.map((amount): Column<FundStatementWire> => ({
    id: amount,
    header: t(`fund.statements.${amount}`),
    cell: (row) => (amount === 'tradingResult' ? <DollarGain value={row[amount]} /> : <Dollars value={row[amount]} />),
    align: 'end',
    phone: first.has(amount) ? 'figure' : 'hidden',
  })),
  ...(['before', 'after'] as const).map((side): Column<FundStatementWire> => ({
    id: side,
    header: t(side === 'before' ? 'fund.returns.before' : 'fund.returns.after'),
    cell: ({ returns }) => <ReturnFigure of={returns.period[side]} />,
    align: 'end',
    phone: side === 'after' ? 'figure' : 'hidden',
  })),
];

/**
 * Statements of account, newest first. Each opens line by line; phones show the other columns only there. `path`: where files of
 * statements are.
 */
export function StatementTable({ statements, path }: { statements: readonly FundStatementWire[]; path: string }) {
  const [opened, setOpened] = useState<FundStatementWire | null>(null);
  return (
    <>
      <DataTable
        caption={t('fund.statements.title')}
        columns={columns(setOpened)}
        rows={statements}
        rowKey={({ from }) => from}
        cardsBelow={900}
        empty={{ title: t('fund.statements.none'), text: t('fund.statements.noneText') }}
      />
      {opened && <StatementDialog statement={opened} path={path} onClose={() => setOpened(null)} />}
    </>
  );
}
