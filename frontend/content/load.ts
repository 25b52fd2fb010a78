import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { ZodError } from 'zod';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, pseudoText, readLanguages } from '../build/texts/catalogue.ts';
import { overlay } from './overlay.ts';
import { type Content, contentSchema, translatedParts } from './schema.ts';

const folder = import.meta.dirname;
export const contentFile = join(folder, 'site.yaml');
export const picturesFolder = join(folder, 'pictures');

/** Puts the figures where texts quote them as {{name}}. */
function quote(value: unknown, figures: Record<string, unknown>, file: string, place = ''): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      if (!(name in figures)) throw new Error(`${file}: ${place} quotes {{${name}}}, which figures does not have`);
      return String(figures[name]);
    });
  }
  if (Array.isArray(value)) return value.map((one, index) => quote(one, figures, file, `${place}.${index}`));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, quote(one, figures, file, place === '' ? name : `${place}.${name}`)]),
    );
  return value;
}

const misfit = (file: string, problems: readonly string[]) =>
  new Error(`${file} does not fit:\n${problems.map((one) => `  ${one}`).join('\n')}`);
const places = ({ issues }: ZodError) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

function checked(raw: unknown, file: string): Content {
  const result = contentSchema.safeParse(raw);
  if (!result.success) throw misfit(file, places(result.error));
  const { landing } = result.data;
  const pictures = [...landing.events.items.map((event) => event.picture), ...landing.team.members.flatMap(({ photo }) => photo ?? [])];
  const missing = pictures.filter((name) => !existsSync(join(picturesFolder, name)));
  if (missing.length > 0) throw new Error(`${file} names pictures that pictures/ does not have: ${missing.join(', ')}`);
  return result.data;
}

/** Reads and checks the site's content. Throws one error that names every place that does not fit. */
export function readContent(source: string): Content {
  const raw = parse(source) as { figures?: Record<string, unknown> } | null;
  return checked(quote(raw, raw?.figures ?? {}, 'site.yaml'), 'site.yaml');
}

/** Returns the content with a translation over it. Throws one error that names every place that the content does not have. */
export function translateContent(content: Content, source: string, file: string): Content {
  const raw: unknown = parse(source);
  const untranslated = Object.keys(Object(raw) as object).filter((part) => part in content && !translatedParts.includes(part));
  if (untranslated.length > 0)
    throw misfit(
      file,
      untranslated.map((part) => `${part}: is not translated`),
    );
  const { value, problems } = overlay(content, quote(raw, content.figures, file));
  if (problems.length > 0) throw misfit(file, problems);
  return checked(value, file);
}

const TRANSLATION = /^site\.(.+)\.yaml$/;
export const translationFile = (language: string): string => join(folder, `site.${language}.yaml`);

/** Returns the languages with a translation of the content. Throws for a file of a language that the web app does not have. */
export function translatedLanguages(files: readonly string[] = readdirSync(folder)): string[] {
  const known = readLanguages().map(({ id }) => id);
  return files.flatMap((file) => {
    const language = TRANSLATION.exec(file)?.[1];
    if (language === undefined) return [];
    if (language === SOURCE_LANGUAGE) throw new Error(`${file}: the content in English is site.yaml`);
    if (!known.includes(language)) throw new Error(`${file}: there is no language ${language} in frontend/locales`);
    return [language];
  });
}

/** Fields of the translated parts that no reader is shown, or that are the same in every language. */
const NO_TEXT: ReadonlySet<string> = new Set(['link', 'icon', 'network', 'email', 'picture', 'photo', 'date', 'id']);

function pseudoContent(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (Array.isArray(value)) return value.map(pseudoContent);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, NO_TEXT.has(name) ? one : pseudoContent(one)]));
}

/** Reads the content in a language; in English where it has no translation. */
export function loadContent(language = SOURCE_LANGUAGE): Content {
  const content = readContent(readFileSync(contentFile, 'utf8'));
  if (language === PSEUDO_LANGUAGE) {
    const translated = Object.entries(content).filter(([part]) => translatedParts.includes(part));
    return { ...content, ...(pseudoContent(Object.fromEntries(translated)) as Partial<Content>) };
  }
  const file = translationFile(language);
  return existsSync(file) ? translateContent(content, readFileSync(file, 'utf8'), basename(file)) : content;
}
