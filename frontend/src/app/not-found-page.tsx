import { buttonClass } from '../components/feedback/button';
import { PublicPage } from '../components/layout/public-page';
import { hashLink, paths } from '../config/routes';
import { t } from '../lib/i18n/texts';
import styles from './not-found-page.module.css';

/** Says to visitors that an address has no page. */
export function NotFoundPage() {
  return (
    <PublicPage title={t('shell.notFound.title')} intro={t('shell.notFound.intro')}>
      <p className={styles.actions}>
        <a href={hashLink(paths.landing)} className={buttonClass({ look: 'primary' })}>
          {t('shell.notFound.toStart')}
        </a>
      </p>
    </PublicPage>
  );
}
