import { Grid, Screen } from '../../components/layout/screen';
import { ErasureCard } from './erasure-card';
import { ExportCard } from './export-card';

/** What a member may ask about their own data: a copy of it, and to be forgotten. */
export function MyDataPage() {
  return (
    <Screen title="My data" width="narrow" intro="Everything we keep about you: take a copy, or ask us to erase it.">
      <Grid>
        <ExportCard />
        <ErasureCard />
      </Grid>
    </Screen>
  );
}
