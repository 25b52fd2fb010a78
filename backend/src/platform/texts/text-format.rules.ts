import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf, type Language } from '../domain/index.js';

/** BCP 47 tags for Intl. Digits are 0–9 in every language (frontend/locales/GLOSSARY.md). */
const tags: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es', ar: 'ar-u-nu-latn' };

/** First strong isolate and pop directional isolate: text between them has a direction of its own. */
const FSI = '\u2068';
const PDI = '\u2069';
const ISOLATES = /[\u2066-\u2069]/g;
/** The direction of a text ends with its line. */
const LINE = /[^\r\n\u2028\u2029]+/g;
const ISOLATED = /\u2068([^\u2066-\u2069]*)\u2069/;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;

/** Formats values for the texts of one language. Dates and times are in UTC. */
export interface TextFormat {
  language: Language;
  /** Marks a text that is not in the reader's language, such as an address, so that it does not disturb a text from right to left. */
  isolate: (text: string) => string;
  /** `2026-12-24`, or an instant: '24 December 2026'. Other texts stay as they are: letters queued earlier hold formatted dates. */
  day: (date: string) => string;
  /** An instant: '24 December 2026 at 14:05 UTC'. Other texts stay as they are. */
  moment: (instant: string) => string;
  /** 'a, b and c' */
  list: (items: readonly string[]) => string;
  /** An exact decimal with all its digits, such as '1234.50': '1,234.50' in English, '1.234,50' in Spanish. */
  decimal: (digits: string) => string;
}

export function textFormat(language: Language): TextFormat {
  const tag = tags[language];
  const isolate = (text: string) =>
    directionOf(language) === 'rtl' ? text.replaceAll(ISOLATES, '').replaceAll(LINE, (line) => `${FSI}${line}${PDI}`) : text;
  const dated = (text: string, options: Intl.DateTimeFormatOptions) =>
    INSTANT.test(text) || /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Intl.DateTimeFormat(tag, options).format(new Date(text)) : text;
  return {
    language,
    isolate,
    day: (date) => isolate(dated(date, DAY)),
    moment: (instant) => isolate(dated(instant, MOMENT)),
    list: (items) => new Intl.ListFormat(tag).format(items.map(isolate)),
    decimal: (digits) => isolate(decimalFormat(tag, digits.split('.')[1]?.length ?? 0).format(digits as `${number}`)),
  };
}

const decimalFormats = new Map<string, Intl.NumberFormat>();

function decimalFormat(tag: string, places: number): Intl.NumberFormat {
  const key = `${tag} ${places}`;
  const options = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: 'always' } as const;
  const format = decimalFormats.get(key) ?? new Intl.NumberFormat(tag, options);
  decimalFormats.set(key, format);
  return format;
}

/** Parsed messages by language and text. The catalogues are their limit. */
const parsed = new Map<string, IntlMessageFormat>();

/** Fills an ICU message of a catalogue. Values are text, never parsed. Throws where a value is missing. */
export function formatMessage(language: Language, message: string, values: Record<string, string | number>): string {
  const key = `${language} ${message}`;
  const format = parsed.get(key) ?? new IntlMessageFormat(message, tags[language], undefined, { ignoreTag: true });
  parsed.set(key, format);
  return String(format.format(values));
}

export const hasIsolated = (text: string): boolean => ISOLATED.test(text);

/** A part of a text; HTML marks isolated parts with `<bdi>`. */
export interface TextPart {
  text: string;
  isolated: boolean;
}

/** Splits a text at its isolated parts. */
export const textParts = (text: string): TextPart[] =>
  text
    .split(new RegExp(ISOLATED, 'g'))
    .map((part, at) => ({ text: part, isolated: at % 2 === 1 }))
    .filter((part) => part.text !== '');
