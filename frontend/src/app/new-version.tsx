import { useEffect, useState } from 'react';
import { Button } from '../components/feedback/button';
import { loadNewVersion, startServiceWorker, useNewVersion } from '../lib/service-worker';
import styles from './new-version.module.css';
import { t } from '../lib/i18n/texts';

/** Offers a new version. The page is loaded anew when the member says so: what they are typing stays until then. */
export function NewVersion() {
  const isReady = useNewVersion();
  const [later, setLater] = useState(false);
  useEffect(startServiceWorker, []);
  return (
    <div role="status" className={styles.place}>
      {isReady && !later && (
        <div className={styles.card}>
          <p>{t('shell.version.ready')}</p>
          <Button size="small" look="primary" onClick={loadNewVersion}>
            {t('shell.version.reload')}
          </Button>
          <Button size="small" look="quiet" onClick={() => setLater(true)}>
            {t('shell.version.later')}
          </Button>
        </div>
      )}
    </div>
  );
}
