import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Tree = { [key: string]: string | Tree };

const folder = join(import.meta.dirname, '../../../../frontend/locales');

/** Returns a text of the web app's catalogue by its id, such as `auth.confirm.done`. Values fill `{name}`; tags are left out. */
export function text(id: string, values: Readonly<Record<string, string>> = {}, language = 'en'): string {
  const [domain = '', ...keys] = id.split('.');
  let found: Tree | string | undefined = JSON.parse(readFileSync(join(folder, language, `${domain}.json`), 'utf8')) as Tree;
  for (const key of keys) found = typeof found === 'object' ? found[key] : undefined;
  if (typeof found !== 'string') throw new Error(`locales/${language} has no text ${id}`);
  return found.replaceAll(/<\/?\w+\/?>/g, '').replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
