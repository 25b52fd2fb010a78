import { useMemo, useState } from 'react';
import { Choices } from '../../components/chart/choices';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { useTrends } from './dashboard-api';

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const;
type Span = (typeof spans)[number]['value'];

const figures = (values: readonly number[]) => values.map(String);

/** Sign-ups, payments and signals, day by day. */
export function TrendsCard() {
  const [span, setSpan] = useState<Span>('30');
  const { data, error, refetch } = useTrends(span);
  const lines = useMemo<ChartLine[]>(
    () => [
      { id: 'sign-ups', name: 'Sign-ups', color: 'accent', values: figures(data?.signUps ?? []) },
      { id: 'payments-submitted', name: 'Payments submitted', color: 'info', values: figures(data?.paymentsSubmitted ?? []) },
      { id: 'payments-approved', name: 'Payments approved', color: 'up', dashed: true, values: figures(data?.paymentsApproved ?? []) },
      { id: 'signals', name: 'Signals', color: 'warn', values: figures(data?.signals ?? []) },
    ],
    [data],
  );
  return (
    <Card title="Over time" span={12}>
      {error && data === undefined ? (
        <ErrorState title="The chart could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <LineChart
          label="Sign-ups, payments and signals day by day"
          days={data?.days}
          lines={lines}
          scale="count"
          text={(value) => count(Number(value))}
          empty={{ title: 'No days yet' }}
          controls={<Choices label="Period" options={spans} value={span} onChange={setSpan} />}
        />
      )}
    </Card>
  );
}
