import { currentLanguage } from './language';

/** Attributes of an element with a text that is English in every language, such as a document or a lesson. */
export const english = { lang: 'en', dir: 'ltr' } as const;

/** Whether such a text is in another language than the page around it. */
export const isForeign = (): boolean => currentLanguage() !== 'en';
