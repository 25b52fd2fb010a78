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
import { SignalsCard } from './signals-card';
import { SpreadCard } from './spread-card';
import styles from './track-record-page.module.css';

/** What came of every signal, for everybody. */
export function TrackRecordPage() {
  const { data, error, refetch } = useQuery(trackRecordQuery);
  const isEmpty = data?.ended === 0;
  return (
    <PublicPage
      width="document"
      title="Track record"
      intro="Every signal we publish, losing ones included: logged before anybody knows what comes of it, and scored by fixed rules afterwards."
    >
      <div className={styles.page}>
        <Grid>
          {error && !data ? (
            <Card span={12}>
              <ErrorState title="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
            </Card>
          ) : isEmpty ? (
            <Card span={12}>
              <EmptyState title="No signal has ended yet">
                {data.running > 0
                  ? `${data.running === 1 ? 'One is' : `${data.running} are`} running. Figures appear with the first that ends.`
                  : 'Figures appear with the first that is published and ends.'}
              </EmptyState>
            </Card>
          ) : (
            <>
              <Headline record={data} />
              <CurveCard record={data} />
              <MonthCard record={data} />
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
