import { t } from '../../lib/i18n/texts';
import type { ConfirmationsWire } from '../../lib/wire/types';
import styles from './invoice-payment.module.css';

/** How many confirmations a payment has of those it needs, as words and as a bar. */
export function Confirmations({ have, need }: ConfirmationsWire) {
  return (
    <div className={styles.confirmations}>
      <p>{t('pay.confirmations', { have, need })}</p>
      <div className={styles.track} aria-hidden="true">
        <span style={{ width: `${need === 0 ? 100 : Math.min(100, Math.floor((have / need) * 100))}%` }} />
      </div>
    </div>
  );
}
