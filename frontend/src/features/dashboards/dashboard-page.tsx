import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MoneyScreen } from '../../components/money/money-screen';
import { listenLive } from '../../lib/live';
import { useKycRejection } from '../../lib/my-kyc';
import { usePaymentRejection } from '../../lib/my-payment';
import { mySyncQuery } from '../../lib/my-sync';
import { portfolioQuery, usePortfolioNews } from '../../lib/portfolio';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import { useNarrow } from '../../lib/use-narrow';
import { walletQuery } from '../../lib/wallet';
import type { Profile } from '../../lib/wire/profile';
import { t } from '../../lib/i18n/texts';
import { AllocationCard } from './allocation/allocation-card';
import { EquityCard } from './equity-card';
import { ExposureCard } from './exposure-card';
import { LastTradesCard } from './last-trades-card';
import { NextLessonCard } from './next-lesson-card';
import { NextStepsCard, nextSteps } from './next-steps';
import { OpenPositionsCard } from './open-positions-card';
import { TodayCard } from './today-card';
import { SignalsCard } from './signals-card';
import styles from './dashboard-page.module.css';

/** While something is about to happen without the member, the page looks again by itself. */
const WATCH_MILLISECONDS = 2500;
const CALM_MILLISECONDS = 60_000;

/** The style sheet's own figure: from here on the cards stand in two columns. */
const TWO_COLUMNS = 1024;

const intros = {
  'trade club': 'dashboards.membership.club',
  'hedge fund': 'dashboards.membership.fund',
} as const;

/** The first room of a member: what they own, how it moved, and what comes next. */
export function DashboardPage() {
  const profile = useProfile();
  const isVerified = profile.kycStatus === 'approved';
  const portfolio = useQuery(portfolioQuery);
  const wallet = useQuery({
    ...walletQuery(profile.userId),
    refetchInterval: (query) => (isVerified && !query.state.data?.syncedAt ? WATCH_MILLISECONDS : CALM_MILLISECONDS),
  });
  const sync = useQuery({ ...mySyncQuery, enabled: isVerified, refetchInterval: CALM_MILLISECONDS });
  const rejection = useKycRejection(profile.kycStatus);
  const paymentRejection = usePaymentRejection(profile.paymentStatus);
  useNews();
  const hasSynced = wallet.data && wallet.data.syncedAt !== null;
  const steps = nextSteps({
    kycStatus: profile.kycStatus,
    paymentStatus: profile.paymentStatus,
    rejection,
    paymentRejection,
    hasSynced,
    keyState: sync.data?.keyState,
    portfolio: portfolio.data,
  });
  const empty = emptyWords(profile, hasSynced);
  const isOneColumn = useNarrow(TWO_COLUMNS);
  const nextLesson = isPaid(profile) && <NextLessonCard />;
  return (
    <MoneyScreen
      hasSwitch
      title={t('dashboards.hello', { name: profile.firstName })}
      intro={profile.membership ? t(intros[profile.membership]) : undefined}
    >
      <div className={styles.board}>
        <EquityCard
          portfolio={portfolio.data}
          wallet={wallet.data}
          error={portfolio.error}
          onRetry={() => void portfolio.refetch()}
          empty={empty.curve}
        />
        <div className={styles.side}>
          <NextStepsCard steps={isVerified && (hasSynced === undefined || sync.isPending) && !wallet.isError ? undefined : steps} />
          <AllocationCard
            portfolio={portfolio.data}
            error={portfolio.error}
            onRetry={() => void portfolio.refetch()}
            empty={empty.holdings}
          />
          <ExposureCard portfolio={portfolio.data} />
          {profile.role === 'trade club' && <SignalsCard />}
          {!isOneColumn && nextLesson}
        </div>
        <TodayCard portfolio={portfolio.data} />
        <OpenPositionsCard empty={empty.positions} />
        <LastTradesCard empty={empty.trades} />
        {isOneColumn && nextLesson}
      </div>
    </MoneyScreen>
  );
}

/** What each card says while it has nothing to show: what will be there, and why it isn't. */
function emptyWords({ kycStatus }: Profile, hasSynced: boolean | undefined) {
  if (kycStatus !== 'approved') {
    return {
      curve: { title: t('dashboards.empty.curve'), text: t('dashboards.empty.verify.curve') },
      positions: t('dashboards.empty.verify.positions'),
      holdings: t('dashboards.empty.verify.holdings'),
      trades: t('dashboards.empty.verify.trades'),
    };
  }
  if (!hasSynced) {
    const first = t('dashboards.empty.firstSync');
    return { curve: { title: t('dashboards.empty.curve'), text: first }, positions: first, holdings: first, trades: first };
  }
  return {
    curve: { title: t('dashboards.empty.building'), text: t('dashboards.empty.buildingText') },
    positions: t('dashboards.empty.positions'),
    holdings: t('dashboards.empty.holdings'),
    trades: t('dashboards.empty.trades'),
  };
}

/** A finished sync shows without a reload; decisions and new signals are the shell's to hear. */
function useNews(): void {
  const queryClient = useQueryClient();
  usePortfolioNews();
  useEffect(() => {
    const again =
      (...keys: string[][]) =>
      () =>
        void Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    const synced = again(['wallet'], [...mySyncQuery.queryKey], ['portfolio'], ['dashboard']);
    const ended = (data: Record<string, unknown> | null) =>
      data === null || data['state'] === 'done' || data['state'] === 'failed' ? synced() : undefined;
    return listenLive({ topic: 'sync-runs', onEvent: ended, onResync: synced });
  }, [queryClient]);
}
