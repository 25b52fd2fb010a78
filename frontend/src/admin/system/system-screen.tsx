import { Grid, Screen } from '../../components/layout/screen';
import { HealthCard } from './health-card';
import { KeyringCard } from './keyring-card';
import { useSystemState } from './operations-api';
import { ProcessesCard } from './processes-card';
import { ReachabilityCard } from './reachability-card';
import { VersionsCard } from './versions-card';

/** Processes, versions and health. */
export function SystemScreen() {
  const system = useSystemState();
  return (
    <Screen title="System" intro="Processes, versions and health.">
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
