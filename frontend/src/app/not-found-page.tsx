import { Link } from 'react-router';
import { buttonClass } from '../components/feedback/button';
import { PublicPage } from '../components/layout/public-page';
import { hashLink, paths } from '../config/routes';
import { homePath } from '../lib/home-path';
import { useSession } from '../lib/session';
import { t } from '../lib/i18n/texts';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const session = useSession();
  return (
    <PublicPage title={t('shell.notFound.title')} intro={t('shell.notFound.intro')}>
      <p className={styles.actions}>
        {session.status === 'signed-in' ? (
          <Link to={homePath(session.profile.role)} className={buttonClass({ look: 'primary' })}>
            {t('shell.notFound.toDashboard')}
          </Link>
        ) : (
          <a href={hashLink(paths.landing)} className={buttonClass({ look: 'primary' })}>
            {t('shell.notFound.toStart')}
          </a>
        )}
      </p>
    </PublicPage>
  );
}
