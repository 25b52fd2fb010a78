import { useQuery } from '@tanstack/react-query';
import { Percent, Profit, percentText } from '../../components/chart/figures';
import { Usdt } from '../../components/exchange/figures';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { type Column, DataTable } from '../../components/table/data-table';
import { day as dayText, utc } from '../../lib/format/date';
import { exact, signOf } from '../../lib/format/decimal';
import { monthPartsQuery } from '../../lib/portfolio';
import type { DayFlag, MonthParts, MoneyFlow, SubPeriod } from '../../lib/wire/portfolio';
import { markWords } from './marks';
import { monthText } from './range';
import styles from './dialogs.module.css';

const methods: Record<SubPeriod['method'], string> = {
  exact: 'Valued at both ends',
  dietz: 'Small movement within, weighted by time (Modified Dietz)',
  estimated: 'Estimated: no valuation at a large movement',
};

const kinds: Record<MoneyFlow['kind'], string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  opening: 'There when the account began',
  unexplained: 'Moved without a record',
  other: 'Other',
};

const short = (at: string) =>
  utc(at)
    .replace(/ \d{4}, 00:00 UTC$/, '')
    .replace(/ \d{4},/, ',')
    .replace(' UTC', '');

const periodColumns: readonly Column<SubPeriod>[] = [
  { id: 'span', header: 'From and to (UTC)', cell: (row) => `${short(row.startedAt)} – ${short(row.endedAt)}`, phone: 'title' },
  {
    id: 'start',
    header: 'Value at its start',
    cell: (row) => <Usdt value={row.valueStart} unknown="Something held had no price" />,
    align: 'end',
  },
  {
    id: 'end',
    header: 'Value at its end',
    cell: (row) => <Usdt value={row.valueEnd} unknown="Something held had no price" />,
    align: 'end',
  },
  {
    id: 'flow',
    header: 'Money moved',
    cell: (row) => (signOf(row.flow) === 0 ? '–' : <Profit figure={{ value: row.flow, reason: null }} />),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'change',
    header: 'Return',
    cell: (row) => <Percent figure={{ value: row.change, reason: 'The value at one end is unknown or not above zero.' }} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'method', header: 'How', cell: (row) => methods[row.method], wrap: true },
];

const flowColumns: readonly Column<MoneyFlow>[] = [
  { id: 'at', header: 'When (UTC)', cell: (row) => utc(row.at).replace(' UTC', ''), phone: 'title' },
  { id: 'kind', header: 'What', cell: (row) => kinds[row.kind], phone: 'title' },
  { id: 'quantity', header: 'Amount', cell: (row) => `${exact(row.quantity)} ${row.asset}`, align: 'end', phone: 'figure' },
  {
    id: 'value',
    header: 'Worth (USDT)',
    cell: (row) => <Usdt value={row.value} unknown="It had no price when it moved" />,
    align: 'end',
    phone: 'figure',
  },
];

/** The days of a month that carry a mark, in words. */
function Marks({ days }: { days: MonthParts['days'] }) {
  const marked = (Object.keys(markWords) as DayFlag[])
    .map((flag) => ({ flag, on: days.filter(({ flags }) => flags.includes(flag)) }))
    .filter(({ flag, on }) => on.length > 0 && flag !== 'partial');
  if (marked.length === 0) return null;
  return (
    <Notice kind="warn">
      {marked.map(({ flag, on }) => (
        <p key={flag}>
          <strong>{on.map(({ day }) => dayText(day)).join(', ')}</strong> {on.length === 1 ? 'is' : 'are'} {markWords[flag].name}.{' '}
          {markWords[flag].meaning}
        </p>
      ))}
    </Notice>
  );
}

/** What the return of one month is made of. */
export function MonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(monthPartsQuery(month));
  const value = data?.change.value;
  return (
    <Dialog title={`${monthText(month)}${value == null ? '' : `: ${percentText(value)}`}`} width="wide" onClose={onClose}>
      <div className={styles.parts} role="region" aria-label={`What ${monthText(month)} is made of`} tabIndex={0}>
        {data?.change.value === null && <Notice kind="info">{data.change.reason}</Notice>}
        {data && <Marks days={data.days} />}
        <p>
          The return of the month is the product of these sub-periods: each ends at midnight or at a movement of money, so that deposits and
          withdrawals earn and lose nothing.
        </p>
        <div className={styles.table}>
          <DataTable
            caption="Sub-periods"
            columns={periodColumns}
            rows={data?.periods}
            rowKey={(row) => row.startedAt}
            error={error}
            onRetry={() => void refetch()}
            cardsBelow={900}
            empty={{ title: 'No sub-periods', text: 'Nothing of this month is computed.' }}
          />
        </div>
        <h3>Movements of money</h3>
        <div className={styles.table}>
          <DataTable
            caption="Movements of money"
            columns={flowColumns}
            rows={data?.flows}
            rowKey={(row) => `${row.kind}:${row.id}`}
            error={error}
            skeletonRows={2}
            empty={{ title: 'Nothing came in or went out', text: 'Transfers between your own wallets are no movement.' }}
          />
        </div>
        {data?.cut && <p>There are more than can be shown here: these are the first.</p>}
      </div>
    </Dialog>
  );
}
