import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import { formatMessage, textFormat } from '../../../platform/texts/index.js';
import type { NoticeFacts } from '../../notices/index.js';
import type { Letter } from './letter.types.js';
import { letters, type LetterName } from './letters.js';

/** Returns the subject of a letter, filled with the facts of its notice. Throws where it needs more than those. */
export function letterSubject(name: LetterName, facts: NoticeFacts, language: Language): string {
  const definition: Letter = letters[name];
  const translation = definition.translations?.[language];
  const { language: spoken, isolate } = textFormat(translation ? language : DEFAULT_LANGUAGE);
  const values = Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, isolate(value)]));
  return formatMessage(spoken, (translation ?? definition).subject, values);
}
