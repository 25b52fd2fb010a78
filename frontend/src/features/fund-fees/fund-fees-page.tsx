import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PublicPage } from '../../components/layout/public-page';
import { Grid } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { fundFeeTermsQuery, projectionQuery, type Assumption } from './api/get-fund-fees';
import { AssumptionCard } from './assumption-card';
import styles from './fund-fees.module.css';
import { MethodCard } from './method-card';
import { YearCard } from './year-card';

/** What the fund would cost in an assumed year, and how its performance fee is measured. */
export function FundFeesPage() {
  const [assumption, setAssumption] = useState<Assumption | null>(null);
  const terms = useQuery(fundFeeTermsQuery);
  const year = useQuery(projectionQuery(assumption));
  return (
    <PublicPage width="document" title={t('fund-fees.title')} intro={<span className={styles.intro}>{t('fund-fees.intro')}</span>}>
      <div className={styles.page}>
        <Grid>
          <AssumptionCard terms={terms.data} busy={year.isFetching} error={year.error} onAssume={setAssumption} />
          <YearCard terms={terms.data} year={year.data} busy={year.isFetching} error={year.error} onRetry={() => void year.refetch()} />
          <MethodCard terms={terms.data} error={terms.error} onRetry={() => void terms.refetch()} />
        </Grid>
      </div>
    </PublicPage>
  );
}
