import { day as dayText } from '../../lib/format/date';
import { exact } from '../../lib/format/decimal';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import type { ConversionWire } from '../../lib/wire/types';

/** "1 USD = 0.921234 EUR" */
export const rateText = ({ rate, currency }: ConversionWire): string => isolate(t('currency.rate', { rate: exact(rate), currency }));

/** Adds the rate of its amounts to the source of a picture, which is read outside of its page. */
export const conversionText = (source: string, conversion: ConversionWire | null): string =>
  conversion ? t('currency.picture', { source, day: dayText(conversion.day), rate: rateText(conversion) }) : source;
