import { Grid, Screen } from '../../components/layout/screen';
import { ErasureCard } from './erasure-card';
import { ExportCard } from './export-card';
import { t } from '../../lib/i18n/texts';

/** What a member may ask about their own data: a copy of it, and to be forgotten. */
export function MyDataPage() {
  return (
    <Screen title={t('my-data.title')} width="narrow" intro={t('my-data.intro')}>
      <Grid>
        <ExportCard />
        <ErasureCard />
      </Grid>
    </Screen>
  );
}
