import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AssetsCard, BalanceCard, WalletTableCard } from '../../components/exchange/wallet-cards';
import { ErrorState } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { walletQuery } from '../../lib/wallet';
import { MemberEquity } from './member-equity';
import { SyncRuns } from './sync-runs';

/** The balance page of one member. It looks again when a sync of that member has ended. */
export function MemberWallet({ userId, lastSyncedAt }: { userId: string; lastSyncedAt: string | null }) {
  const { data: wallet, error, isError, refetch } = useQuery(walletQuery(userId));
  useEffect(() => {
    if (lastSyncedAt !== null) void refetch();
  }, [lastSyncedAt, refetch]);
  const retry = () => void refetch();
  return (
    <Grid>
      {isError && !wallet ? (
        <Card span={12}>
          <ErrorState title="This wallet could not be loaded" error={error} onRetry={retry} />
        </Card>
      ) : (
        <>
          <BalanceCard wallet={wallet} span={4} />
          <WalletTableCard wallet={wallet} error={error} onRetry={retry} span={8} />
          <MemberEquity userId={userId} />
          <AssetsCard wallet={wallet} error={error} onRetry={retry} span={12} />
        </>
      )}
      <SyncRuns userId={userId} />
    </Grid>
  );
}
