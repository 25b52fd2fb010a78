import type { Language } from '../../../platform/domain/index.js';
import { formatMessage, textFormat } from '../../../platform/texts/index.js';
import arabic from '../../../../locales/ar/portfolio.json' with { type: 'json' };
import english from '../../../../locales/en/portfolio.json' with { type: 'json' };
import spanish from '../../../../locales/es/portfolio.json' with { type: 'json' };
import type { Reason } from '../reader/reason.types.js';

type Catalogue = Record<keyof typeof english, string>;

const catalogues: Readonly<Record<Language, Catalogue>> = { en: english, es: spanish, ar: arabic };

const DOMAIN = 'portfolio.';

/** A view with each reason as a text. */
export type WithReasonTexts<T> = T extends Reason
  ? string
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? WithReasonTexts<Item>[]
      : T extends object
        ? { [Key in keyof T]: WithReasonTexts<T[Key]> }
        : T;

/** Returns the text of a reason. */
export function reasonText(reason: Reason, language: Language): string {
  const { day, isolate } = textFormat(language);
  const { id, ...values } = reason;
  const shown = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (typeof value === 'number') return [name, value];
    return [name, name === 'day' ? day(value) : isolate(value)];
  });
  return formatMessage(language, catalogues[language][id.slice(DOMAIN.length) as keyof Catalogue], Object.fromEntries(shown));
}

const isReason = (value: object): value is Reason => 'id' in value && typeof value.id === 'string' && value.id.startsWith(DOMAIN);

/** Replaces each reason in a view of plain objects, arrays and dates by its text. */
export function withReasonTexts<T>(view: T, language: Language): WithReasonTexts<T> {
  const replace = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map(replace);
    if (isReason(value)) return reasonText(value, language);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]));
  };
  return replace(view) as WithReasonTexts<T>;
}
