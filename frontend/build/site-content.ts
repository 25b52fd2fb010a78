import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';
import { contentFile, loadContent, picturesFolder, translatedLanguages, translationFile } from '../content/load.ts';
import { type Content, type PartName, parts } from '../content/schema.ts';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE } from './texts/catalogue.ts';

const RUNTIME = normalizePath(join(import.meta.dirname, '../src/lib/i18n/texts.ts'));
export const CONTENT = 'virtual:content/';
/** One piece in one language. */
const TRANSLATED = 'virtual:translated/';

const MODULES = new RegExp(`^(${CONTENT}|${TRANSLATED})`);
const LOADED = new RegExp(`^\\0(${CONTENT}|${TRANSLATED})`);

/** Pieces that a reader gets in the language of the page, by the names that their modules export. */
const pieces: Readonly<Record<string, (content: Content) => object>> = {
  // What the header of every public page shows: the landing page loads it first, and no text of its sections with it.
  'landing-start': ({ landing, site }) => ({ menu: landing.menu, title: site.meta.title }),
  landing: ({ landing }) => ({ landing }),
  site: ({ site }) => ({ site }),
  membership: ({ membership }) => ({ membership }),
};
export const translatedPieces: readonly string[] = Object.keys(pieces);

const read = new Map<string, { content: Content; savedAt: string }>();

/** The site's content in a language, read anew after it was saved. */
export function currentContent(language = SOURCE_LANGUAGE): Content {
  const savedAt = filesOf(language)
    .map((file) => statSync(file).mtimeMs)
    .join();
  const known = read.get(language);
  if (known?.savedAt === savedAt) return known.content;
  const content = loadContent(language);
  read.set(language, { content, savedAt });
  return content;
}

const filesOf = (language: string): string[] => [contentFile, translationFile(language)].filter((file) => existsSync(file));

/** The languages with content of their own. The pseudo-language has it in a build with PSEUDO_LANGUAGE=true. */
const ownContent = (): string[] => [
  SOURCE_LANGUAGE,
  ...translatedLanguages(),
  ...(process.env['PSEUDO_LANGUAGE'] === 'true' ? [PSEUDO_LANGUAGE] : []),
];

/** The id of the module with a piece in a language, or in English where that has no translation, in the bundle. */
export const pieceModule = (language: string, piece: string): string =>
  `\0${TRANSLATED}${ownContent().includes(language) ? language : SOURCE_LANGUAGE}/${piece}`;

/**
 * Gives the web app each part of content/site.yaml as a module of its own, and the addresses of the pictures that it names. What is
 * translated is a chunk for each language, which `load` fetches in the language of the page; build/texts calls it together with the import
 * of a module that shows it.
 */
export const siteContent = (): Plugin => ({
  name: 'tidemark-site-content',
  buildStart() {
    for (const language of ownContent()) currentContent(language);
  },
  resolveId: { filter: { id: MODULES }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: LOADED },
    handler(loaded) {
      const id = loaded.slice(1);
      if (id.startsWith(TRANSLATED)) {
        const [language = '', piece = ''] = id.slice(TRANSLATED.length).split('/');
        for (const file of filesOf(language)) this.addWatchFile(file);
        return constants(pieces[piece]!(currentContent(language)));
      }
      const name = id.slice(CONTENT.length);
      if (name === 'pictures') return picturesModule();
      this.addWatchFile(contentFile);
      if (translatedPieces.includes(name)) return pieceLoader(name);
      if (!(name in parts)) throw new Error(`site.yaml has no part ${name}`);
      return constants({ [name]: currentContent()[name as PartName] });
    },
  },
});

const constants = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

function pieceLoader(piece: string): string {
  const names = Object.keys(pieces[piece]!(currentContent())).join(', ');
  const files = ownContent().map(
    (language) => `${JSON.stringify(language)}: () => import(${JSON.stringify(`${TRANSLATED}${language}/${piece}`)})`,
  );
  return [
    `import { languageLoader } from ${JSON.stringify(RUNTIME)};`,
    `export let ${names};`,
    `export const load = languageLoader({ ${files.join(', ')} }, (texts) => { ({ ${names} } = texts); });`,
  ].join('\n');
}

function picturesModule(): string {
  const content = JSON.stringify([SOURCE_LANGUAGE, ...translatedLanguages()].map((language) => currentContent(language)));
  const files = readdirSync(picturesFolder)
    .filter((name) => content.includes(`"${name}"`))
    .toSorted();
  const imports = files.map((name, index) => `import p${index} from ${JSON.stringify(`${picturesFolder}/${name}`)};`);
  return `${imports.join('\n')}\nexport const pictures = { ${files.map((name, index) => `${JSON.stringify(name)}: p${index}`).join(', ')} };`;
}
