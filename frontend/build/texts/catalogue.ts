import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

export const SOURCE_LANGUAGE = 'en';
/** Made from English: accented and longer, to find text that is not in a catalogue or does not fit. */
export const PSEUDO_LANGUAGE = 'en-XA';

export const localesFolder = join(import.meta.dirname, '../../locales');
/** Catalogues of the back end, in the same form; lists of texts are allowed. */
export const backendLocales = join(import.meta.dirname, '../../../backend/locales');

export interface Language {
  /** BCP 47 tag, the name of the language's folder. */
  id: string;
  /** The language's own name for itself. */
  name: string;
  direction: 'ltr' | 'rtl';
}

type Tree = { [key: string]: string | Tree };

const readJson = (path: string, folder = localesFolder): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** Returns the languages: one for each folder with a language.json, English first. */
export function readLanguages({ withPseudo = false } = {}): Language[] {
  const ids = readdirSync(localesFolder)
    .filter((name) => existsSync(join(localesFolder, name, 'language.json')))
    .toSorted((a, b) => Number(b === SOURCE_LANGUAGE) - Number(a === SOURCE_LANGUAGE) || a.localeCompare(b));
  const languages = ids.map((id): Language => {
    const { name, direction } = readJson(`${id}/language.json`) as Omit<Language, 'id'>;
    if (!name || !['ltr', 'rtl'].includes(direction))
      throw new Error(`locales/${id}/language.json needs a name and a direction, ltr or rtl`);
    return { id, name, direction };
  });
  return withPseudo ? [...languages, { id: PSEUDO_LANGUAGE, name: 'Pseudo', direction: 'ltr' }] : languages;
}

/** Returns the domains of a language: its catalogue files, without their extension. */
export const readDomains = (language = SOURCE_LANGUAGE, folder = localesFolder): string[] =>
  readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.json') && name !== 'language.json')
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted();

function flatten(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
}

/** Returns the texts of a domain by id (`domain.key`), in the language's words as far as it has them; empty without a catalogue. */
export function readTexts(language: string, domain: string, folder = localesFolder): Map<string, string> {
  const path = `${language}/${domain}.json`;
  if (!existsSync(join(folder, path))) return new Map();
  return new Map(flatten(readJson(path, folder) as Tree, domain));
}

/** What a browser formats: plain text, or parts with the values and plural cases between them (frontend/src/lib/i18n/format-message.ts). */
export type CompiledMessage = string | unknown[];

function compile(id: string, language: string, text: string, mapText?: (text: string) => string): CompiledMessage {
  try {
    const parts: unknown[] = compileMessageOrThrow(text, mapText);
    return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
  } catch (error) {
    throw new Error(`locales/${language}: ${id} is no ICU message: ${String(error)}`, { cause: error });
  }
}

/** Compiles a domain. English stands in for texts that another language lacks; `npm run check` reports them. */
export function compileDomain(language: string, domain: string): Record<string, CompiledMessage> {
  const english = readTexts(SOURCE_LANGUAGE, domain);
  if (language === PSEUDO_LANGUAGE)
    return Object.fromEntries([...english].map(([id, text]) => [id, compile(id, language, text, pseudoText)]));
  const own = readTexts(language, domain);
  return Object.fromEntries([...english].map(([id, text]) => [id, compile(id, language, own.get(id) ?? text)]));
}

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz';
const ACCENTED = 'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļḾḿÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž';
const GROWTH = 0.35;
/** No longer than a word: a line may break between two runs of dots. */
const LONGEST_RUN = 8;

const dots = (count: number): string => '·'.repeat(count).replaceAll(new RegExp(`(·{${LONGEST_RUN}})(?=·)`, 'g'), '$1 ');

/** Accents letters and lengthens text by 35 %; tags stay as they are. */
export function pseudoText(text: string): string {
  return text
    .split(/(<\/?\w+\/?>)/)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      const letters = piece.replaceAll(/\p{L}/gu, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
      const count = [...piece.matchAll(/\p{L}/gu)].length;
      return letters.replace(/(?=\s*$)/, dots(Math.ceil(count * GROWTH)));
    })
    .join('');
}
