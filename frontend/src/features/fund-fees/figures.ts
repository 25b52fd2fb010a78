import { change, exact, money } from '../../lib/format/decimal';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';

export const dollars = (amount: string): string => isolate(t('fund-fees.usd', { amount: money(amount) }));

/** A share of one as a percentage with as many digits as it has: 0.025 is 2.5%. */
export const rateText = (rate: string): string => isolate(t('common.format.percent', { figure: exact(`${rate}e2`) }));

/** A figure in per cent with its sign. */
export const changeText = (perCent: string): string => isolate(change(perCent));
