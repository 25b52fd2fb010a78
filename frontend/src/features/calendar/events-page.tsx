import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { PublicPage } from '../../components/layout/public-page';
import { paths, publicEventPath } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { publicEventsQuery } from './api/get-calendar';
import { EventList } from './event-list';
import styles from './calendar.module.css';

/** Public events ahead, for visitors. */
export function EventsPage() {
  const list = useInfiniteQuery(publicEventsQuery);
  return (
    <PublicPage width="wide" title={t('calendar.title')} intro={t('calendar.publicIntro')}>
      <div className={styles.below}>
        <EventList
          list={list}
          pathOf={publicEventPath}
          empty={{ title: t('calendar.empty.public'), text: t('calendar.empty.publicText') }}
        />
        <Joining />
      </div>
    </PublicPage>
  );
}

/** How a visitor takes part. */
export function Joining() {
  return (
    <div className={styles.ways}>
      <p>{t('calendar.join.text')}</p>
      <Link to={paths.register} className={buttonClass({ look: 'primary' })}>
        {t('calendar.join.register')}
      </Link>
      <Link to={paths.login} className={buttonClass()}>
        {t('calendar.join.signIn')}
      </Link>
    </div>
  );
}
