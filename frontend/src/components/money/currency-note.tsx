import { day as dayText } from '../../lib/format/date';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import { BASE_CURRENCY } from '../../lib/own-currency';
import type { MyCurrencyWire } from '../../lib/wire/types';
import { Notice } from '../feedback/notice';
import { rateText } from './conversion-text';
import styles from './currency.module.css';
import { BASE_UNIT } from './money';

/** Where converted amounts come from, or why they are not converted. */
export function CurrencyNote({ currency, conversion, problem }: Omit<MyCurrencyWire, 'currencies'>) {
  if (problem) return <Notice kind="warn">{t(`currency.problem.${problem}`, { currency, unit: BASE_UNIT })}</Notice>;
  const meaning = () => t('currency.meaning', { tether: isolate(`1 ${BASE_UNIT}`), dollar: isolate(`1 ${BASE_CURRENCY}`) });
  return (
    <p role="status" className={conversion ? styles.note : 'visually-hidden'}>
      {conversion && `${t('currency.converted', { day: dayText(conversion.day), rate: rateText(conversion) })} ${meaning()}`}
    </p>
  );
}
