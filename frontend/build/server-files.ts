import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFile, translatedLanguages, translationFile } from '../content/load.ts';
import { editableContent } from '../content/editable.ts';

/** Beside the page, and never sent: what the API needs to show what the console published (backend/src/club/site-content). */
const FOLDER = '.site';

/**
 * Writes the initial content of what the console edits, and beside it `renderer`, the source of the program that renders pages, and the pages
 * that it fills by language.
 */
export async function writeServerFiles(directory: string, renderer: string, documents: ReadonlyMap<string, string>): Promise<void> {
  const folder = join(directory, FOLDER);
  await mkdir(folder, { recursive: true });
  const translations = Object.fromEntries(
    translatedLanguages().map((language) => [language, readFileSync(translationFile(language), 'utf8')]),
  );
  const content = editableContent(readFileSync(contentFile, 'utf8'), translations);
  await writeFile(join(folder, 'content.json'), JSON.stringify(content));
  await writeFile(join(folder, 'renderer.mjs'), renderer);
  for (const [language, page] of documents) await writeFile(join(folder, `document.${language}.html`), page);
}
