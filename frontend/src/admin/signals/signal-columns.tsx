import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RFigure, SignalState } from '../../components/signal/outcome-cells';
import { Direction } from '../../components/signal/signal-cells';
import { closureOf } from '../../components/signal/prices';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { exact } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { type SignalField, signalLabels } from './signal-draft';
import styles from './signals.module.css';

type Place = Column<SignalWire>['phone'];

const text = (id: SignalField, phone: Place, more: Partial<Column<SignalWire>> = {}): Column<SignalWire> => ({
  id,
  header: signalLabels[id],
  cell: (row) => <Words>{row[id]}</Words>,
  phone,
  ...more,
});
const price = (id: SignalField, phone: Place): Column<SignalWire> => ({
  id,
  header: signalLabels[id],
  cell: (row) => exact(row[id]),
  align: 'end',
  phone,
});

/** At most so wide and two lines high; the page of the signal has all of it. */
const Words = ({ children }: { children: ReactNode }) => <span className={styles.words}>{children}</span>;

/**
 * No and the nineteen fields, in the order of the specification, and what became of it. On a card stand those that one looks for; its
 * heading leads to the rest.
 */
export const signalColumns: readonly Column<SignalWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'asset',
    header: signalLabels.asset,
    cell: (row) => (
      <Link to={consolePaths.signal(row.id)} aria-label={`${row.asset}, ${row.side}: details`}>
        <strong>{row.asset}</strong>
      </Link>
    ),
    phone: 'title',
    sort: 'asset',
    pin: true,
  },
  {
    id: 'tradeType',
    header: signalLabels.tradeType,
    cell: (row) => (
      <span className={styles.direction}>
        <span>{row.tradeType}</span>
        <Direction side={row.side} />
      </span>
    ),
    phone: 'title',
  },
  text('timeFrame', 'detail'),
  text('riskLevel', 'detail'),
  text('leverage', 'detail', { align: 'end' }),
  text('recommendedPositionSize', 'hidden'),
  text('duration', 'hidden'),
  price('currentPrice', 'hidden'),
  price('entryPrice', 'figure'),
  price('stopLoss', 'figure'),
  text('trailingStopLoss', 'hidden', { align: 'end' }),
  price('takeProfit1', 'detail'),
  price('takeProfit2', 'detail'),
  price('takeProfit3', 'detail'),
  text('marketCondition', 'hidden', { wrap: true }),
  text('signalMessage', 'hidden', { wrap: true }),
  { id: 'date', header: signalLabels.date, cell: (row) => day(row.date), sort: 'date' },
  { id: 'time', header: signalLabels.time, cell: (row) => <span title="UTC">{row.time}</span> },
  { id: 'closure', header: signalLabels.projectedDateOfClosure, cell: (row) => closureOf(row.projectedDateOfClosure), phone: 'hidden' },
  { id: 'status', header: 'Status', cell: (row) => <SignalState signal={row} />, phone: 'detail' },
  { id: 'result', header: 'Result', cell: (row) => <RFigure outcome={row.outcome} />, align: 'end', phone: 'detail' },
];
