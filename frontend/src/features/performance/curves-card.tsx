import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Choices } from '../../components/chart/choices';
import { percentText } from '../../components/chart/figures';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { money } from '../../lib/format/decimal';
import { type DayRange, portfolioDaysQuery } from '../../lib/portfolio';
import { curves } from './curves';
import { addDays } from './range';

const views = [
  { value: 'return', label: 'Return' },
  { value: 'equity', label: 'Equity' },
  { value: 'drawdown', label: 'Drawdown' },
] as const;
type View = (typeof views)[number]['value'];

const labels: Record<View, string> = {
  return: 'Return of your account and of holding BTC, day by day',
  equity: 'Equity day by day, in USDT',
  drawdown: 'Distance from the highest return so far, day by day',
};

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
      const equity: ChartLine = { id: 'equity', name: 'Equity', color: 'accent', fill: true, values: told?.equity ?? [] };
      if (!told?.estimate.some((value) => value !== null)) return [equity];
      return [equity, { id: 'estimate', name: 'Incomplete data', color: 'warn', dashed: true, values: told.estimate }];
    }
    if (view === 'drawdown')
      return [{ id: 'drawdown', name: 'Drawdown', color: 'down', fill: false, values: from(told?.drawdown), breaks }];
    return [
      { id: 'own', name: 'Your account', color: 'accent', fill: true, values: from(told?.own), breaks },
      { id: 'btc', name: 'BTC', color: 'warn', dashed: true, values: from(told?.bitcoin) },
    ];
  }, [view, told, begins]);
  return (
    <Card span={12}>
      {error && !data ? (
        <ErrorState title="The days could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <LineChart
          key={view}
          label={labels[view]}
          days={firstDay === null && range !== null ? [] : told?.days.slice(begins)}
          lines={lines}
          scale={view === 'equity' ? 'money' : 'percent'}
          text={view === 'equity' ? (value) => `${money(value)} USDT` : percentText}
          height="tall"
          empty={{ title: 'No curve yet', text: 'It takes two computed days to draw one.' }}
          controls={<Choices label="What is drawn" options={views} value={view} onChange={setView} />}
        />
      )}
    </Card>
  );
}
