import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { PublicPage } from '../../components/layout/public-page';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { ApiError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { publicEventQuery } from './api/get-calendar';
import { EventFacts } from './event-facts';
import { Joining } from './events-page';
import styles from './calendar.module.css';

/** What visitors read of a public event: title, summary and times. */
export function PublicEventPage() {
  const { slug = '' } = useParams();
  const { data: event, error, refetch } = useQuery(publicEventQuery(slug));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <PublicPage width="wide" title={event?.title ?? t('calendar.title')} intro={event && <span dir="auto">{event.summary}</span>}>
      <div className={styles.below}>
        <Card busy={!event && !error}>
          {event ? (
            <EventFacts event={event} />
          ) : isMissing ? (
            <EmptyState title={t('calendar.missing')}>{t('calendar.missingText')}</EmptyState>
          ) : error ? (
            <ErrorState title={t('calendar.eventFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={160} />
          )}
        </Card>
        {event?.state === 'published' && <Joining />}
        <p className={styles.after}>
          <Link to={paths.events}>{t('calendar.all')}</Link>
        </p>
      </div>
    </PublicPage>
  );
}
