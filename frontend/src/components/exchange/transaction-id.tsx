import { CopyButton } from '../feedback/copy-button';
import { t } from '../../lib/i18n/texts';
import styles from './transaction-id.module.css';

const SHOWN = 10;

/** A chain's long identifier: its beginning to recognise it, the whole of it to copy. */
export function TransactionId({ value }: { value: string }) {
  if (value === '') return <>–</>;
  return (
    <span className={styles.id}>
      <code title={value}>{value.length > SHOWN + 2 ? `${value.slice(0, SHOWN)}…` : value}</code>
      <CopyButton text={value} label={t('exchange.copyTransaction')} compact />
    </span>
  );
}
