import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Choices } from '../../components/chart/choices';
import { percentText } from '../../components/chart/figures';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { marksOf } from '../../components/chart/marks';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { useMoney } from '../../components/money/money';
import { benchmarkDaysQuery, type DayRange, portfolioDaysQuery } from '../../lib/portfolio';
import { t } from '../../lib/i18n/texts';
import { useStoredChoice } from '../../lib/use-stored-choice';
import { benchmarkReturns, benchmarks } from './benchmarks';
import { curves } from './curves';
import styles from './curves-card.module.css';
import { addDays } from './range';

const views = ['return', 'equity', 'drawdown'] as const;
type View = (typeof views)[number];

/** The period as lines: what was earned beside a benchmark, what it was worth, and how far it fell. */
export function CurvesCard({ range, firstDay }: { range: DayRange | null; firstDay: string | null }) {
  const { text, unit } = useMoney();
  const [view, setView] = useState<View>('return');
  const [benchmark, setBenchmark] = useStoredChoice('tidemark:benchmark', benchmarks, 'btc');
  // Everything is measured from the midnight before the first day.
  const eve = range?.from ? addDays(range.from, -1) : null;
  const asked = { from: eve ?? firstDay, to: range?.to ?? null };
  const { data, error, refetch } = useQuery({ ...portfolioDaysQuery(asked), enabled: range !== null && asked.from !== null });
  const needsEther = view === 'return' && (benchmark === 'eth' || benchmark === 'blend');
  const ether = useQuery({ ...benchmarkDaysQuery(asked), enabled: needsEther && range !== null && asked.from !== null });
  const told = useMemo(() => (data ? curves(data, data[0]?.day === eve) : undefined), [data, eve]);
  const begins = view === 'equity' ? 0 : (told?.begins ?? 0);
  // What moved on the day with whose end everything begins is not part of it.
  const isBase = begins > 0 || (data !== undefined && data[0]?.day === eve);
  const marks = useMemo(
    () => (data && view !== 'drawdown' ? marksOf(data.slice(begins)).filter(({ index }) => !isBase || index > 0) : undefined),
    [data, view, begins, isBase],
  );
  const compared = useMemo(() => {
    if (benchmark === 'none' || !data) return null;
    const prices = new Map(ether.data?.map(({ day, ethPrice }) => [day, ethPrice]));
    const eth = data.map(({ day }) => prices.get(day) ?? null);
    return benchmarkReturns({ btc: data.map(({ btcPrice }) => btcPrice), eth }, benchmark, begins);
  }, [benchmark, data, ether.data, begins]);
  const lines = useMemo<ChartLine[]>(() => {
    const from = <T,>(values: T[] | undefined) => values?.slice(begins) ?? [];
    const breaks = told?.breaks.filter((at) => at > begins).map((at) => at - begins) ?? [];
    if (view === 'equity') {
      const equity: ChartLine = {
        id: 'equity',
        name: t('performance.curves.equity'),
        color: 'accent',
        fill: true,
        values: told?.equity ?? [],
      };
      if (!told?.estimate.some((value) => value !== null)) return [equity];
      return [equity, { id: 'estimate', name: t('performance.curves.incomplete'), color: 'warn', dashed: true, values: told.estimate }];
    }
    if (view === 'drawdown')
      return [{ id: 'drawdown', name: t('performance.curves.drawdown'), color: 'down', fill: false, values: from(told?.drawdown), breaks }];
    return [
      { id: 'own', name: t('performance.curves.own'), color: 'accent', fill: true, values: from(told?.own), breaks },
      ...(benchmark === 'none' || !compared
        ? []
        : [
            {
              id: benchmark,
              name: t(`performance.benchmark.line.${benchmark}`),
              color: 'warn',
              dashed: true,
              values: from(compared),
            } as const,
          ]),
    ];
  }, [view, told, begins, benchmark, compared]);
  return (
    <Card span={12}>
      {error && !data ? (
        <ErrorState title={t('performance.curves.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LineChart
          key={view}
          label={t(`performance.curves.label.${view}`, { unit })}
          days={firstDay === null && range !== null ? [] : told?.days.slice(begins)}
          lines={lines}
          marks={marks}
          file={`tidemark-${view}`}
          scale={view === 'equity' ? 'money' : 'percent'}
          text={view === 'equity' ? text : percentText}
          height="tall"
          empty={{ title: t('performance.curves.empty'), text: t('performance.curves.emptyText') }}
          controls={
            <div className={styles.controls}>
              <Choices
                label={t('performance.curves.choice')}
                options={views.map((value) => ({ value, label: t(`performance.curves.${value}`) }))}
                value={view}
                onChange={setView}
              />
              {view === 'return' && (
                <Choices
                  label={t('performance.benchmark.choice')}
                  options={benchmarks.map((value) => ({ value, label: t(`performance.benchmark.name.${value}`) }))}
                  value={benchmark}
                  onChange={setBenchmark}
                />
              )}
            </div>
          }
        />
      )}
      {needsEther && <p className={styles.note}>{t(ether.isError ? 'performance.benchmark.failed' : 'performance.benchmark.note')}</p>}
    </Card>
  );
}
