import { useQuery } from '@tanstack/react-query';
import { EquityChart } from '../../components/chart/equity-chart';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { fetchData } from '../../lib/api';
import type { PortfolioDay } from '../../lib/wire/portfolio';

/** In days. */
const spans = [
  { days: 7, label: '1W' },
  { days: 30, label: '1M' },
  { days: 90, label: '3M' },
  { days: 180, label: '6M' },
] as const;
const empty = {
  title: 'No days yet',
  text: 'The chart appears once two days of trades, deposits and withdrawals have been calculated.',
};

/** Days are computed after a sync has ended: by then nobody tells the console. */
const CALM_MILLISECONDS = 60_000;

/** What the member's account was worth, from the days that are stored of it; read again when a sync has ended. */
export function MemberEquity({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['members', 'portfolio-days', userId],
    queryFn: ({ signal }) => fetchData<PortfolioDay[]>(`/admin/portfolios/${encodeURIComponent(userId)}/days`, { signal }),
    refetchInterval: CALM_MILLISECONDS,
  });
  return (
    <Card title="Equity" span={12}>
      {error && data === undefined ? (
        <ErrorState title="The days of this account could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <EquityChart days={data} spans={spans} usual={30} empty={empty} />
      )}
    </Card>
  );
}
