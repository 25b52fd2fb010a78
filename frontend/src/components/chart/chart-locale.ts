import { currentLanguage } from '../../lib/i18n/language';

/** The language of the months that the charting library writes on its axis, with digits from 0 to 9 as everywhere else. */
export const chartLocale = (): string => (currentLanguage() === 'en' ? 'en-GB' : `${currentLanguage()}-u-nu-latn`);
