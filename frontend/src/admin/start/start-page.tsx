import { Grid, Screen } from '../../components/layout/screen';
import { Counters } from './counters';
import { ExchangeLimits } from './exchange-limits';
import { LatestSyncs } from './latest-syncs';
import { MailQueueCard } from './mail-queue-card';
import { SyncHealthCard } from './sync-health-card';
import { TrendsCard } from './trends-card';
import { WaitingCard } from './waiting-card';

/** The club in figures, what waits for a decision, and whether everything runs. */
export function StartPage() {
  return (
    <Screen title="Dashboard">
      <Counters />
      <Grid>
        <WaitingCard />
        <MailQueueCard />
        <TrendsCard />
        <SyncHealthCard />
        <LatestSyncs />
        <ExchangeLimits />
      </Grid>
    </Screen>
  );
}
