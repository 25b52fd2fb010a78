import { Logo } from '../components/brand/logo';
import { t } from '../lib/i18n/texts';
import styles from './loading-screen.module.css';

/** While a chunk or the session is on its way: the mark alone, so that nothing jumps when the screen arrives. */
export function LoadingScreen() {
  return (
    <div className={styles.loading} role="status">
      <Logo compact />
      <span className="visually-hidden">{t('shell.starting')}</span>
    </div>
  );
}
