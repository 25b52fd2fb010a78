import { t } from '../../lib/i18n/texts';
import styles from './verify.module.css';

/** In the same size as the rest: a check is worth what its reader knows of its limits. */
export function Limits() {
  return (
    <ul className={styles.points}>
      <li>{t('verify.limits.unchanged')}</li>
      <li>{t('verify.limits.open')}</li>
      <li>{t('verify.limits.signing')}</li>
      <li>{t('verify.limits.recordedLater')}</li>
      <li>{t('verify.limits.notShown')}</li>
    </ul>
  );
}
