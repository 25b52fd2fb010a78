import { t } from '../../lib/i18n/texts';
import { currencyName, currencyOptions, useChooseCurrency } from '../../lib/own-currency';
import type { MyCurrencyWire } from '../../lib/wire/types';
import styles from './currency.module.css';

/** Changes the currency of a screen. There is none where nothing can be chosen. */
export function CurrencySwitch({ choice }: { choice: MyCurrencyWire }) {
  const choose = useChooseCurrency();
  const options = currencyOptions(choice);
  if (options.length === 0) return null;
  return (
    <select
      className={styles.switch}
      aria-label={t('currency.title')}
      value={choose.isPending ? choose.variables : choice.currency}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate(event.target.value)}
    >
      {options.map((code) => (
        <option key={code} value={code} title={currencyName(code)}>
          {code}
        </option>
      ))}
    </select>
  );
}
