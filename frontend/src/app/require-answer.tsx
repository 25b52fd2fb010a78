import { CloudOff } from 'lucide-react';
import { Outlet } from 'react-router';
import { EmptyState } from '../components/feedback/states';
import { type ScreenShape, ScreenSkeleton } from '../components/layout/screen-skeleton';
import { useConnection } from '../lib/connection';
import { useSession } from '../lib/session';
import styles from '../components/layout/screen-error.module.css';
import { t } from '../lib/i18n/texts';

/** Holds back screens with details that are not kept on the device, until the server has answered for this page. */
export function RequireAnswer({ shape }: { shape: ScreenShape }) {
  const session = useSession();
  const connection = useConnection();
  if (session.status !== 'signed-in' || session.confirmed) return <Outlet />;
  if (connection === 'online') return <ScreenSkeleton shape={shape} />;
  return (
    <main id="main" tabIndex={-1} className={styles.error}>
      <EmptyState title={t('shell.failed.needsServer')} mark={<CloudOff size={28} aria-hidden="true" />}>
        {t('shell.failed.needsServerText')}
      </EmptyState>
    </main>
  );
}
