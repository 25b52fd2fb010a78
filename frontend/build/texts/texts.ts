import { join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';
import { CONTENT, pieceModule, translatedPieces } from '../site-content.ts';
import { type Language, compileDomain, localesFolder, readDomains, readLanguages } from './catalogue.ts';
import { writeMessageTypes } from './message-types.ts';
import { replaceDynamicImports, usedContent, usedDomains } from './used-domains.ts';

const sources = normalizePath(join(import.meta.dirname, '../../src'));
const RUNTIME = `${sources}/lib/i18n/texts.ts`;
const ENTRY = join(sources, 'main.tsx');

const LANGUAGES = 'virtual:languages';
const ENTRY_TEXTS = 'virtual:entry-texts';
/** Loads one domain in the language of the page. */
const DOMAIN = 'virtual:texts/';
/** Compiled messages of one domain in one language. */
const MESSAGES = 'virtual:messages/';

const MODULES = new RegExp(`^(${LANGUAGES}$|${ENTRY_TEXTS}$|${DOMAIN}|${MESSAGES})`);
const LOADED = new RegExp(`^\\0(${LANGUAGES}$|${ENTRY_TEXTS}$|${DOMAIN}|${MESSAGES})`);

/** The languages of a built web app. */
export const builtLanguages = (): Language[] => readLanguages({ withPseudo: process.env['PSEUDO_LANGUAGE'] === 'true' });

/** The modules of the bundle with the texts that a page in a language needs before it hydrates. */
export const entryTexts = (language: string): string[] => [
  ...usedDomains(ENTRY, readDomains()).map((domain) => `\0${MESSAGES}${language}/${domain}`),
  ...usedContent(ENTRY, translatedPieces).map((piece) => pieceModule(language, piece)),
];

/** The modules that load the messages and the content of a module and of its static imports. */
const loadersOf = (file: string, domains = readDomains()): string[] => [
  ...usedDomains(file, domains).map((domain) => DOMAIN + domain),
  ...usedContent(file, translatedPieces).map((piece) => CONTENT + piece),
];

/**
 * Gives the web app its message catalogues, compiled: a module for each domain in each language, and so a chunk. Every dynamic import of a
 * module of ours also loads the domains whose messages that module and its static imports name, and the content of the site that they show;
 * no list of them is kept by hand. The pseudo-language exists in development, and in a build with PSEUDO_LANGUAGE=true.
 */
export function texts(): Plugin {
  let isDevelopment = false;
  const languages = () => (isDevelopment ? readLanguages({ withPseudo: true }) : builtLanguages());
  return {
    name: 'tidemark-texts',
    enforce: 'pre',
    configResolved({ command }) {
      isDevelopment = command === 'serve';
    },
    buildStart: () => writeMessageTypes(),
    resolveId: { filter: { id: MODULES }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: LOADED },
      handler(loaded) {
        const id = loaded.slice(1);
        if (id === LANGUAGES) return `export const languages = ${JSON.stringify(languages())};`;
        if (id === ENTRY_TEXTS) return entryTextsModule();
        if (id.startsWith(DOMAIN))
          return domainModule(
            id.slice(DOMAIN.length),
            languages().map((language) => language.id),
          );
        const [language = '', domain = ''] = id.slice(MESSAGES.length).split('/');
        for (const source of [language, 'en']) this.addWatchFile(join(localesFolder, source, `${domain}.json`));
        return `export const messages = ${JSON.stringify(compileDomain(language, domain))};`;
      },
    },
    transform: {
      filter: { id: new RegExp(`^${sources}/.*\\.tsx?$`), code: /\bimport\(/ },
      handler: (code, id) => withTexts(code, id.split('?')[0]!),
    },
  };
}

function domainModule(domain: string, languages: string[]): string {
  const files = languages.map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(`${MESSAGES}${id}/${domain}`)})`);
  return `import { messageLoader } from ${JSON.stringify(RUNTIME)};\nexport const load = messageLoader({ ${files.join(', ')} });`;
}

function entryTextsModule(): string {
  const loaders = loadersOf(ENTRY);
  const imports = loaders.map((module, at) => `import { load as load${at} } from ${JSON.stringify(module)};`);
  return `${imports.join('\n')}\nexport const loadEntryTexts = () => Promise.all([${loaders.map((_, at) => `load${at}()`).join(', ')}]);`;
}

/** Makes each dynamic import of a module of ours wait for the texts that the module needs, too. Null where nothing changes. */
function withTexts(code: string, importer: string): string | null {
  const domains = readDomains();
  const needed = new Set<string>();
  const local = (loader: string) => `__load_${loader.replaceAll(/\W/g, '_')}`;
  const changed = replaceDynamicImports(code, importer, (call, file) => {
    const loaders = loadersOf(file, domains);
    if (loaders.length === 0) return call;
    for (const loader of loaders) needed.add(loader);
    return `__withTexts(() => ${call}, ${loaders.map(local).join(', ')})`;
  });
  if (needed.size === 0) return null;
  const imports = [...needed].map((loader) => `import { load as ${local(loader)} } from ${JSON.stringify(loader)};`);
  return `import { withTexts as __withTexts } from ${JSON.stringify(RUNTIME)};${imports.join('')}${changed}`;
}
