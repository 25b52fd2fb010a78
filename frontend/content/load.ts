import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Content, contentSchema } from './schema.ts';

const folder = import.meta.dirname;
export const contentFile = join(folder, 'site.yaml');
export const picturesFolder = join(folder, 'pictures');

/** Puts the figures where texts quote them as {{name}}. */
function quote(value: unknown, figures: Record<string, unknown>, place: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      if (!(name in figures)) throw new Error(`site.yaml: ${place} quotes {{${name}}}, which figures does not have`);
      return String(figures[name]);
    });
  }
  if (Array.isArray(value)) return value.map((one, index) => quote(one, figures, `${place}.${index}`));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, quote(one, figures, place === '' ? name : `${place}.${name}`)]),
    );
  return value;
}

/** Reads and checks the site's content. Throws one error that names every place that does not fit. */
export function readContent(source: string): Content {
  const raw = parse(source) as { figures?: Record<string, unknown> } | null;
  const result = contentSchema.safeParse(quote(raw, raw?.figures ?? {}, ''));
  if (!result.success)
    throw new Error(
      `site.yaml does not fit:\n${result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`).join('\n')}`,
    );
  const { landing } = result.data;
  const pictures = [...landing.events.items.map((event) => event.picture), ...landing.team.members.flatMap(({ photo }) => photo ?? [])];
  const missing = pictures.filter((name) => !existsSync(join(picturesFolder, name)));
  if (missing.length > 0) throw new Error(`site.yaml names pictures that pictures/ does not have: ${missing.join(', ')}`);
  return result.data;
}

export const loadContent = (): Content => readContent(readFileSync(contentFile, 'utf8'));
