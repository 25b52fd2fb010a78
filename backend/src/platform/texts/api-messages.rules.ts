import { DEFAULT_LANGUAGE, type Language } from '../domain/index.js';
import arabic from '../../../locales/ar/api.json' with { type: 'json' };
import english from '../../../locales/en/api.json' with { type: 'json' };
import spanish from '../../../locales/es/api.json' with { type: 'json' };
import { formatMessage, textFormat } from './text-format.rules.js';

type MessageId = keyof typeof english;

/** `npm run texts` compares the languages, and the English messages with the source. */
const catalogues: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { en: english, es: spanish, ar: arabic };

const PARAMETER = /\{(\w+)\}/g;
/** Values longer than this are not found again in a message. */
const LONGEST = 300;

interface Pattern {
  id: MessageId;
  form: RegExp;
}

const ids = Object.keys(english) as MessageId[];
const exact = new Map(ids.filter((id) => !english[id].includes('{')).map((id) => [english[id], id]));
/** Longest first: a message that begins like another one is compared before it. */
const patterns: readonly Pattern[] = ids
  .filter((id) => english[id].includes('{'))
  .toSorted((a, b) => english[b].length - english[a].length)
  .map((id) => ({ id, form: patternOf(english[id]) }));

function patternOf(message: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const parts = message.split(PARAMETER).map((part, at) => (at % 2 === 0 ? literal(part) : `(?<${part}>.{1,${LONGEST}}?)`));
  return new RegExp(`^${parts.join('')}$`, 's');
}

/**
 * Translates a message of the API. The English text is the key, as in gettext, so that errors need no second name. Values that are messages
 * themselves, such as "payment", are translated too; others stay as they are. A message that the catalogue does not know stays English.
 */
export function translateMessage(message: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return message;
  const texts = catalogues[language];
  const known = exact.get(message);
  if (known !== undefined) return texts[known];
  if (message.length > 3 * LONGEST) return message;
  for (const { id, form } of patterns) {
    const values = form.exec(message)?.groups;
    if (values) return formatMessage(language, texts[id], translatedValues(values, language));
  }
  return message;
}

function translatedValues(values: Record<string, string>, language: Language): Record<string, string> {
  const { isolate } = textFormat(language);
  const translated = (value: string) => {
    const known = exact.get(value);
    return known === undefined ? isolate(value) : catalogues[language][known];
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translated(value)]));
}
