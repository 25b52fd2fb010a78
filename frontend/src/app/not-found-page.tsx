import { Link } from 'react-router';
import { buttonClass } from '../components/feedback/button';
import { PublicPage } from '../components/layout/public-page';
import { hashLink, paths } from '../config/routes';
import { homePath } from '../lib/home-path';
import { useSession } from '../lib/session';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const session = useSession();
  return (
    <PublicPage title="There is nothing at this address" intro="The link may be old, or a letter of it may have gone missing.">
      <p className={styles.actions}>
        {session.status === 'signed-in' ? (
          <Link to={homePath(session.profile.role)} className={buttonClass({ look: 'primary' })}>
            Go to your dashboard
          </Link>
        ) : (
          <a href={hashLink(paths.landing)} className={buttonClass({ look: 'primary' })}>
            Go to the start page
          </a>
        )}
      </p>
    </PublicPage>
  );
}
