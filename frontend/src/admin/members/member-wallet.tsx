import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AssetsCard, BalanceCard, WalletTableCard } from '../../components/exchange/wallet-cards';
import { ErrorState } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { fetchData } from '../../lib/api';
import { equityOf } from '../../lib/equity';
import { walletQuery } from '../../lib/wallet';
import type { Portfolio } from '../../lib/wire/portfolio';
import { MemberEquity } from './member-equity';
import { SyncRuns } from './sync-runs';

/** A portfolio is computed shortly after a sync has ended. */
const SOON_MILLISECONDS = 5000;
const CALM_MILLISECONDS = 60_000;

/** The balance page of one member. It looks again when a sync of that member has ended. */
export function MemberWallet({ userId, lastSyncedAt }: { userId: string; lastSyncedAt: string | null }) {
  const { data: wallet, error, isError, refetch } = useQuery(walletQuery(userId));
  const portfolio = useQuery({
    queryKey: ['members', 'portfolio', userId],
    queryFn: async ({ signal }) =>
      (await fetchData<{ portfolio: Portfolio }>(`/admin/portfolios/${encodeURIComponent(userId)}`, { signal })).portfolio,
    refetchInterval: ({ state: { data } }) => (data?.state === 'computing' ? SOON_MILLISECONDS : CALM_MILLISECONDS),
  });
  const equity =
    wallet === undefined || (portfolio.isPending && portfolio.failureCount === 0) ? undefined : equityOf(wallet, portfolio.data);
  const { refetch: refetchPortfolio } = portfolio;
  useEffect(() => {
    if (lastSyncedAt !== null) void Promise.all([refetch(), refetchPortfolio()]);
  }, [lastSyncedAt, refetch, refetchPortfolio]);
  const retry = () => void refetch();
  return (
    <Grid>
      {isError && !wallet ? (
        <Card span={12}>
          <ErrorState title="This wallet could not be loaded" error={error} onRetry={retry} />
        </Card>
      ) : (
        <>
          <BalanceCard equity={equity} span={4} />
          <WalletTableCard wallet={wallet} error={error} onRetry={retry} span={8} />
          <MemberEquity userId={userId} />
          <AssetsCard wallet={wallet} error={error} onRetry={retry} span={12} />
        </>
      )}
      <SyncRuns userId={userId} />
    </Grid>
  );
}
