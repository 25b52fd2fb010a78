import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../feedback/button';
import { EmptyState } from '../feedback/states';
import { ChunkError, isOutdated, reloadOnce } from '../../lib/chunk';
import { onRecovery, useConnection } from '../../lib/connection';
import styles from './screen-error.module.css';
import { t } from '../../lib/i18n/texts';

/** In place of a screen that failed. One whose code is missing is tried again when the server answers. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className={styles.error} role="alert">
      {error instanceof ChunkError ? <MissingCode onRetry={onRetry} /> : <Broken onRetry={onRetry} />}
    </main>
  );
}

function Broken({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      title={t('shell.failed.broken')}
      action={
        <span className={styles.actions}>
          <Button look="primary" onClick={onRetry}>
            {t('shell.failed.tryAgain')}
          </Button>
          <Button onClick={() => location.reload()}>{t('shell.failed.reload')}</Button>
        </span>
      }
    >
      {t('shell.failed.brokenText')}
    </EmptyState>
  );
}

function MissingCode({ onRetry }: { onRetry: () => void }) {
  const connection = useConnection();
  useEffect(() => onRecovery(onRetry), [onRetry]);
  useEffect(() => {
    // A deployment has replaced the chunks of this version. The address is already that of the new screen.
    void isOutdated().then((outdated) => outdated && reloadOnce());
  }, []);
  const Icon = <CloudOff size={28} aria-hidden="true" />;
  return (
    <EmptyState
      title={t('shell.failed.missing')}
      mark={Icon}
      action={
        <Button look="primary" onClick={onRetry}>
          {t('shell.failed.tryAgain')}
        </Button>
      }
    >
      {connection === 'offline' ? t('shell.failed.missingOffline') : t('shell.failed.missingAway')}
    </EmptyState>
  );
}
