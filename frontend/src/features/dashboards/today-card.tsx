import { useState } from 'react';
import { Profit, Unknown } from '../../components/chart/figures';
import { Button } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { inUnit, useMoney } from '../../components/money/money';
import { type Column, DataTable } from '../../components/table/data-table';
import { day as dayText } from '../../lib/format/date';
import type { DayResult, Figure, Portfolio } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './today-card.module.css';

const FIRST = 6;

interface Row {
  key: string;
  name: string;
  note: string;
  result: Figure;
}

function rowsOf({ parts, rest }: DayResult): Row[] {
  const rows = parts.map(({ kind, name, result }): Row => ({
    key: `${kind} ${name}`,
    name: kind === 'other' ? t('dashboards.today.otherName') : name,
    note: t(`dashboards.today.kind.${kind}`),
    result,
  }));
  if (rest === null) return rows;
  return [
    ...rows,
    { key: 'rest', name: t('dashboards.today.rest'), note: t('dashboards.today.restNote'), result: { value: rest, reason: null } },
  ];
}

const columns = (unit: string): readonly Column<Row>[] => [
  {
    id: 'name',
    header: t('dashboards.today.asset'),
    cell: (row) => (
      <>
        <strong>{row.name}</strong> <span className={styles.note}>{row.note}</span>
      </>
    ),
    wrap: true,
    phone: 'title',
    csv: (row) => row.name,
  },
  {
    id: 'result',
    header: inUnit(t('dashboards.today.result'), unit),
    csvHeader: inUnit(t('dashboards.today.result')),
    cell: (row) => <Profit figure={row.result} />,
    align: 'end',
    phone: 'title',
    csv: (row) => ({ figure: row.result.value }),
  },
];

/** Which coins and contracts made the profit or loss of the last day; the lines add up to it. */
export function TodayCard({ portfolio }: { portfolio: Pick<Portfolio, 'venue' | 'today'> | undefined }) {
  const [all, setAll] = useState(false);
  const { unit } = useMoney();
  // Without an account the cards around it say what will be here.
  if (portfolio?.venue === null) return null;
  const today = portfolio?.today;
  const rows = today && rowsOf(today);
  return (
    <Card
      title={t('dashboards.today.title')}
      flush
      aside={
        <span className={styles.total}>
          {today ? (
            today.total.value === null ? (
              <Unknown reason={today.total.reason} />
            ) : (
              <Profit figure={today.total} />
            )
          ) : (
            <Skeleton width={96} />
          )}
        </span>
      }
    >
      <DataTable
        caption={t('dashboards.today.title')}
        columns={columns(unit)}
        rows={all ? rows : rows?.slice(0, FIRST)}
        rowKey={({ key }) => key}
        skeletonRows={4}
        empty={{ title: t('dashboards.today.none'), text: today?.reason ?? t('dashboards.today.noneText') }}
        file={rows && today && { name: `tidemark-${today.day}-results`, rows }}
      />
      {rows && rows.length > FIRST && (
        <div className={styles.more}>
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('dashboards.showLargest') : t('dashboards.showAll', { count: rows.length })}
          </Button>
        </div>
      )}
      {today?.day && rows && rows.length > 0 && <p className={styles.foot}>{t('dashboards.today.note', { day: dayText(today.day) })}</p>}
    </Card>
  );
}
