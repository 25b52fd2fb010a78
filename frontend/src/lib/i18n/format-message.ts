import { group } from '../format/group';

/** A message as the build compiles it from ICU MessageFormat (frontend/build/texts). Plain text, or parts in order. */
export type Message = string | readonly Part[];
type Part = string | readonly [name: string, kind?: string, cases?: Cases];
type Cases = Readonly<Record<string, Message | number | undefined>>;

export type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string, type: Intl.PluralRuleType): Intl.PluralRules {
  const key = `${language} ${type}`;
  let found = rules.get(key);
  if (!found) rules.set(key, (found = new Intl.PluralRules(language, { type })));
  return found;
}

function chosenCase(language: string, kind: string, value: string | number, cases: Cases): Message {
  const exact = cases[value];
  if (exact !== undefined) return exact as Message;
  if (kind === 'select') return cases['other'] as Message;
  const offset = Number(cases['offset'] ?? 0);
  const category = pluralRules(language, kind === 'selectordinal' ? 'ordinal' : 'cardinal').select(Number(value) - offset);
  return (cases[category] ?? cases['other']) as Message;
}

/**
 * Fills a message with values. Integers in plurals and of `{x, number}` are grouped; other figures arrive as text, formatted by lib/format.
 * `counted` is the number that `#` stands for.
 */
export function formatMessage(language: string, message: Message, values: Values, counted?: number): string {
  if (typeof message === 'string') return message;
  return message
    .map((part) => {
      if (typeof part === 'string') return part === '#' && counted !== undefined ? group(String(counted)) : part;
      const [name, kind, cases] = part;
      const value = values[name] ?? '';
      if (kind === undefined) return String(value);
      if (cases === undefined || kind === 'number') return group(String(value));
      const count = kind === 'select' ? counted : Number(value) - Number(cases['offset'] ?? 0);
      return formatMessage(language, chosenCase(language, kind, value, cases), values, count);
    })
    .join('');
}
