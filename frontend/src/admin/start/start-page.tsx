import { Grid, Screen } from '../../components/layout/screen';
import { Allowed } from '../access/allowed';
import { Counters } from './counters';
import { ExchangeLimits } from './exchange-limits';
import { LatestSyncs } from './latest-syncs';
import { MailQueueCard } from './mail-queue-card';
import { SyncHealthCard } from './sync-health-card';
import { TrendsCard } from './trends-card';
import { WaitingCard } from './waiting-card';

/** Dashboard counters, what waits for a decision, and whether everything runs. */
export function StartPage() {
  return (
    <Screen title="Dashboard">
      <Counters />
      <Grid>
        <Allowed to={['kyc.read', 'payments.read', 'erasure.read', 'system.read']}>
          <WaitingCard />
        </Allowed>
        <Allowed to="system.read">
          <MailQueueCard />
        </Allowed>
        <TrendsCard />
        <Allowed to="sync.read">
          <SyncHealthCard />
        </Allowed>
        <Allowed to="sync.read">
          <LatestSyncs />
        </Allowed>
        <Allowed to="sync.read">
          <ExchangeLimits />
        </Allowed>
      </Grid>
    </Screen>
  );
}
