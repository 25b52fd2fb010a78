import { Grid, Screen } from '../../components/layout/screen';
import { HealthCard } from './health-card';
import { KeyringCard } from './keyring-card';
import { useSystemState } from './operations-api';
import { ProcessesCard } from './processes-card';
import { ReachabilityCard } from './reachability-card';
import { VersionsCard } from './versions-card';

/** What runs, in which versions, and whether it is well. */
export function SystemScreen() {
  const system = useSystemState();
  return (
    <Screen title="System" intro="What runs, in which versions, and whether it is well.">
      <Grid>
        <HealthCard system={system} />
        <VersionsCard system={system} />
        <ProcessesCard system={system} />
        <ReachabilityCard />
        <KeyringCard />
      </Grid>
    </Screen>
  );
}
