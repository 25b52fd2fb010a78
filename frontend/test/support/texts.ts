import type { Values } from '../../src/lib/i18n/format-message';
import { type RichId, messageText } from '../../src/lib/i18n/texts';

export { t as text } from '../../src/lib/i18n/texts';

/** Returns a text with tags as it is read: without the tags. */
export const plainText = (id: RichId, values?: Values): string => messageText(id, values).replaceAll(/<\/?\w+\/?>/g, '');

/** Returns what a text has inside one of its tags, such as the words of its link. */
export const tagText = (id: RichId, tag: string, values?: Values): string =>
  new RegExp(`<${tag}>(.*?)</${tag}>`).exec(messageText(id, values))?.[1] ?? `${id} has no <${tag}>`;
