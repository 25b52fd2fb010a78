import { useQuery } from '@tanstack/react-query';
import { Percent, Profit, percentText } from '../../components/chart/figures';
import { Quantity, Usdt } from '../../components/exchange/figures';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { inUnit, useMoney } from '../../components/money/money';
import { type Column, DataTable } from '../../components/table/data-table';
import { day as dayText, utc } from '../../lib/format/date';
import { signOf } from '../../lib/format/decimal';
import { monthPartsQuery } from '../../lib/portfolio';
import type { MonthParts, MoneyFlow, SubPeriod } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { dayMarks } from './marks';
import { monthText, shortMoment } from './range';
import styles from './dialogs.module.css';

const periodColumns = (): readonly Column<SubPeriod>[] => [
  {
    id: 'span',
    header: t('performance.parts.span'),
    cell: (row) => `${shortMoment(row.startedAt)} – ${shortMoment(row.endedAt)}`,
    phone: 'title',
    csv: (row) => `${row.startedAt}/${row.endedAt}`,
  },
  {
    id: 'start',
    header: t('performance.parts.valueStart'),
    csvHeader: inUnit(t('performance.parts.valueStart')),
    csv: (row) => ({ figure: row.valueStart }),
    cell: (row) => <Usdt value={row.valueStart} unknown={t('performance.noPrice')} />,
    align: 'end',
  },
  {
    id: 'end',
    header: t('performance.parts.valueEnd'),
    csvHeader: inUnit(t('performance.parts.valueEnd')),
    csv: (row) => ({ figure: row.valueEnd }),
    cell: (row) => <Usdt value={row.valueEnd} unknown={t('performance.noPrice')} />,
    align: 'end',
  },
  {
    id: 'flow',
    header: t('performance.parts.moved'),
    csvHeader: inUnit(t('performance.parts.moved')),
    csv: (row) => ({ figure: row.flow }),
    cell: (row) => (signOf(row.flow) === 0 ? '–' : <Profit figure={{ value: row.flow, reason: null }} />),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'change',
    header: t('performance.return'),
    csv: (row) => ({ figure: row.change }),
    cell: (row) => <Percent figure={{ value: row.change, reason: t('performance.parts.noReturn') }} />,
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'method',
    header: t('performance.parts.how'),
    cell: (row) => t(`performance.parts.method.${row.method}`),
    wrap: true,
    csv: (row) => t(`performance.parts.method.${row.method}`),
  },
];

const flowColumns = (unit: string): readonly Column<MoneyFlow>[] => [
  { id: 'at', header: t('performance.parts.when'), cell: (row) => utc(row.at).replace(' UTC', ''), phone: 'title', csv: (row) => row.at },
  {
    id: 'kind',
    header: t('performance.parts.what'),
    cell: (row) => t(`performance.parts.kind.${row.kind}`),
    phone: 'title',
    csv: (row) => t(`performance.parts.kind.${row.kind}`),
  },
  {
    id: 'quantity',
    header: t('performance.parts.amount'),
    cell: (row) => <Quantity value={row.quantity} unit={row.asset} />,
    csv: (row) => `${row.asset} ${row.quantity}`,
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'value',
    header: inUnit(t('performance.parts.worth'), unit),
    csvHeader: inUnit(t('performance.parts.worth')),
    csv: (row) => ({ figure: row.value }),
    cell: (row) => <Usdt value={row.value} unknown={t('performance.parts.noPriceThen')} />,
    align: 'end',
    phone: 'figure',
  },
];

/** The days of a month that carry a mark, in words. */
function Marks({ days }: { days: MonthParts['days'] }) {
  const marked = dayMarks.map((flag) => ({ flag, on: days.filter(({ flags }) => flags.includes(flag)) })).filter(({ on }) => on.length > 0);
  if (marked.length === 0) return null;
  return (
    <Notice kind="warn">
      {marked.map(({ flag, on }) => (
        <p key={flag}>
          <Trans
            id={`performance.mark.${flag}.on`}
            values={{ days: on.map(({ day }) => dayText(day)).join(', '), count: on.length }}
            tags={{ b: <strong /> }}
          />{' '}
          {t(`performance.mark.${flag}.meaning`)}
        </p>
      ))}
    </Notice>
  );
}

/** What the return of one month is made of. */
export function MonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(monthPartsQuery(month));
  const { unit } = useMoney();
  const value = data?.change.value;
  return (
    <Dialog title={`${monthText(month)}${value == null ? '' : `: ${percentText(value)}`}`} width="wide" onClose={onClose}>
      <div className={styles.parts} role="region" aria-label={t('performance.madeOf', { figure: monthText(month) })} tabIndex={0}>
        {data?.change.value === null && <Notice kind="info">{data.change.reason}</Notice>}
        {data && <Marks days={data.days} />}
        <p>{t('performance.parts.intro')}</p>
        <div className={styles.table}>
          <DataTable
            caption={t('performance.parts.periods')}
            columns={periodColumns()}
            rows={data?.periods}
            rowKey={(row) => row.startedAt}
            error={error}
            onRetry={() => void refetch()}
            cardsBelow={900}
            empty={{ title: t('performance.parts.noPeriods'), text: t('performance.parts.noPeriodsText') }}
            file={data && { name: `tidemark-${month}-periods`, rows: data.periods }}
          />
        </div>
        <h3>{t('performance.parts.flows')}</h3>
        <div className={styles.table}>
          <DataTable
            caption={t('performance.parts.flows')}
            columns={flowColumns(unit)}
            rows={data?.flows}
            rowKey={(row) => `${row.kind}:${row.id}`}
            error={error}
            skeletonRows={2}
            empty={{ title: t('performance.parts.noFlows'), text: t('performance.parts.noFlowsText') }}
            file={data && { name: `tidemark-${month}-flows`, rows: data.flows }}
          />
        </div>
        {data?.cut && <p>{t('performance.parts.cut')}</p>}
      </div>
    </Dialog>
  );
}
