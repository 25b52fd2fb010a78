import { t } from '../../lib/i18n/texts';
import type { NotificationValueWire } from '../../lib/wire/types';
import styles from './notifications.module.css';

interface PreferenceSelectProps {
  /** Names it to a reader: the table shows the two parts in its headings. */
  label: string;
  values: readonly NotificationValueWire[];
  /** Null: each notification by itself. */
  value: NotificationValueWire | null;
  isWhole?: boolean;
  disabled: boolean;
  onChoose: (value: NotificationValueWire | null) => void;
}

/** One cell of the table that can be chosen. `isWhole`: it is about every notification of a channel, and may say nothing. */
export function PreferenceSelect({ label, values, value, isWhole = false, disabled, onChoose }: PreferenceSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => onChoose(values.find((one) => one === event.target.value) ?? null)}
    >
      {isWhole && <option value="">{t('notifications.value.each')}</option>}
      {values.map((one) => (
        <option key={one} value={one}>
          {t(`notifications.value.${one}`)}
        </option>
      ))}
    </select>
  );
}
