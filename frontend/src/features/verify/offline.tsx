import { ButtonAnchor } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { t } from '../../lib/i18n/texts';
import styles from './verify.module.css';

/** For whoever would rather run a file that they have read. */
export function Offline() {
  const command = `node verify-log.mjs ${location.origin}`;
  return (
    <div className={styles.verdict}>
      <p className={styles.words}>{t('verify.offline.about')}</p>
      <p className={styles.hash}>
        <code>{command}</code>
        <CopyButton compact text={command} label={t('verify.offline.copyCommand')} />
      </p>
      <div>
        <ButtonAnchor size="small" href="/verify-log.mjs" download="verify-log.mjs">
          {t('verify.offline.download')}
        </ButtonAnchor>
      </div>
    </div>
  );
}
