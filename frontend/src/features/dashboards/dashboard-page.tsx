import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AssetsCard, BalanceCard } from '../../components/exchange/wallet-cards';
import { ErrorState } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { useRejectionReason } from '../../lib/my-kyc';
import { checkSession, useProfile } from '../../lib/session';
import { walletQuery } from '../../lib/wallet';
import { NextStepCard, nextStep } from './next-step';

/** While something is about to happen without the member, the page looks again by itself. */
const WATCH_MILLISECONDS = 2500;

const intros = {
  'trade club': 'Trade club',
  'hedge fund': 'Hedge fund',
} as const;

/** The first room of a member: the synced wallet and the one next thing to do. */
export function DashboardPage() {
  const profile = useProfile();
  const isVerified = profile.kycStatus === 'approved';
  const wallet = useQuery({
    ...walletQuery(profile.userId),
    refetchInterval: (query) => (isVerified && !query.state.data?.syncedAt ? WATCH_MILLISECONDS : 60_000),
  });
  const reason = useRejectionReason(profile.kycStatus);
  useDecisionWatch(profile.kycStatus === 'pending');
  const hasSynced = wallet.data && wallet.data.syncedAt !== null;
  return (
    <Screen title={`Hello, ${profile.firstName}`} intro={profile.membership ? intros[profile.membership] : undefined}>
      <Grid>
        {wallet.isError && !wallet.data ? (
          <Card span={8}>
            <ErrorState title="Your wallet could not be loaded" error={wallet.error} onRetry={() => void wallet.refetch()} />
          </Card>
        ) : (
          <BalanceCard wallet={wallet.data} span={8} withWallets />
        )}
        <NextStepCard step={nextStep(profile.kycStatus, hasSynced, reason)} />
        <AssetsCard
          wallet={wallet.data}
          error={wallet.error}
          onRetry={() => void wallet.refetch()}
          span={12}
          empty={isVerified ? (hasSynced ? 'The exchange account holds no coins.' : 'Your first sync is on its way.') : 'Your coins appear here once your verification is approved.'}
        />
      </Grid>
    </Screen>
  );
}

/** An admin's decision shows without a reload. A failed look is no news; the next one follows. */
function useDecisionWatch(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(checkSession, WATCH_MILLISECONDS);
    return () => clearInterval(timer);
  }, [waiting]);
}
