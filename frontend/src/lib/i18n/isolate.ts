import { currentLanguage, directionOf } from './language';

/**
 * Isolates a text of any language from the message around it, so that neither reorders the other: first strong isolate (U+2068) and its
 * end (U+2069). Only among words that read from right to left; elements use `<bdi>` or `dir="auto"`.
 */
export const isolate = (text: string): string => (directionOf(currentLanguage()) === 'rtl' ? `\u2068${text}\u2069` : text);
