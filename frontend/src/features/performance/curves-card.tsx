import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Choices } from '../../components/chart/choices';
import { percentText } from '../../components/chart/figures';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { money } from '../../lib/format/decimal';
import { type DayRange, portfolioDaysQuery } from '../../lib/portfolio';
import { t } from '../../lib/i18n/texts';
import { curves } from './curves';
import { addDays } from './range';

const views = ['return', 'equity', 'drawdown'] as const;
type View = (typeof views)[number];

/** The period as lines: what was earned beside BTC, what it was worth, and how far it fell. */
export function CurvesCard({ range, firstDay }: { range: DayRange | null; firstDay: string | null }) {
  const [view, setView] = useState<View>('return');
  // Everything is measured from the midnight before the first day.
  const eve = range?.from ? addDays(range.from, -1) : null;
  const asked = { from: eve ?? firstDay, to: range?.to ?? null };
  const { data, error, refetch } = useQuery({ ...portfolioDaysQuery(asked), enabled: range !== null && asked.from !== null });
  const told = useMemo(() => (data ? curves(data, data[0]?.day === eve) : undefined), [data, eve]);
  const begins = view === 'equity' ? 0 : (told?.begins ?? 0);
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
      { id: 'btc', name: t('performance.curves.btc'), color: 'warn', dashed: true, values: from(told?.bitcoin) },
    ];
  }, [view, told, begins]);
  return (
    <Card span={12}>
      {error && !data ? (
        <ErrorState title={t('performance.curves.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LineChart
          key={view}
          label={t(`performance.curves.label.${view}`)}
          days={firstDay === null && range !== null ? [] : told?.days.slice(begins)}
          lines={lines}
          scale={view === 'equity' ? 'money' : 'percent'}
          text={view === 'equity' ? (value) => t('performance.curves.usdt', { amount: money(value) }) : percentText}
          height="tall"
          empty={{ title: t('performance.curves.empty'), text: t('performance.curves.emptyText') }}
          controls={
            <Choices
              label={t('performance.curves.choice')}
              options={views.map((value) => ({ value, label: t(`performance.curves.${value}`) }))}
              value={view}
              onChange={setView}
            />
          }
        />
      )}
    </Card>
  );
}
