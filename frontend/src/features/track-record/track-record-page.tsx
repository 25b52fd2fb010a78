import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { PublicPage } from '../../components/layout/public-page';
import { Card, Grid } from '../../components/layout/screen';
import { trackRecordQuery } from './api/get-track-record';
import { CurveCard } from './curve-card';
import { DownloadsCard } from './downloads-card';
import { Headline } from './headline';
import { MethodCard } from './method-card';
import { MonthCard } from './month-card';
import { PracticeCard } from './practice-card';
import { SignalsCard } from './signals-card';
import { SpreadCard } from './spread-card';
import { t } from '../../lib/i18n/texts';
import styles from './track-record-page.module.css';

/** What came of every signal, for everybody. */
export function TrackRecordPage() {
  const { data, error, refetch } = useQuery(trackRecordQuery);
  const isEmpty = data?.ended === 0;
  return (
    <PublicPage width="document" title={t('track-record.title')} intro={t('track-record.intro')}>
      <div className={styles.page}>
        <Grid>
          {error && !data ? (
            <Card span={12}>
              <ErrorState title={t('track-record.failed')} error={error} onRetry={() => void refetch()} />
            </Card>
          ) : isEmpty ? (
            <Card span={12}>
              <EmptyState title={t('track-record.empty.title')}>
                {data.running > 0 ? t('track-record.empty.running', { count: data.running }) : t('track-record.empty.none')}
              </EmptyState>
            </Card>
          ) : (
            <>
              <Headline record={data} />
              <CurveCard record={data} />
              <MonthCard record={data} />
              <PracticeCard />
              <SpreadCard record={data} />
              <DownloadsCard record={data} />
            </>
          )}
          <SignalsCard />
          <MethodCard />
        </Grid>
      </div>
    </PublicPage>
  );
}
