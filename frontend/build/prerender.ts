import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, type PluginOption, type ResolvedConfig, type Rolldown, build } from 'vite';
import { type Language, SOURCE_LANGUAGE } from './texts/catalogue.ts';
import { documentPage } from './documents.ts';
import { writeServerFiles } from './server-files.ts';
import { translateHead } from './site-head.ts';
import { entryTexts } from './texts/texts.ts';

const ENTRY = 'src/prerender.tsx';
const LATE_SECTIONS = 'src/features/landing/landing-sections.tsx';
const BUILT = 'renderer.mjs';
const EMPTY_ROOT = '<div id="root"></div>';
/** Ends the markup for the server, which puts what is published there (backend/src/platform/web/page.ts). */
const END_OF_MARKUP = '<!--site-content-->';
const HTML_TAG = '<html lang="en" dir="ltr">';

type RenderPage = (language: string) => Promise<string>;

/**
 * Puts the landing page's markup into index.html, so that people and crawlers read it before, or without, any script, and writes the same page
 * as index.<language>.html for each other language. The renderer stays for the server (server-files.ts). `plugins` gives those that the
 * sources need, new ones each time: the markup comes from a second small build of the same sources for Node.
 */
export function prerender(plugins: () => PluginOption[], languages: () => Language[]): Plugin {
  let config: ResolvedConfig;
  const translated = new Map<string, string>();
  const documents = new Map<string, string>();
  let renderer = '';
  return {
    name: 'tidemark-prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        for (const needed of [EMPTY_ROOT, HTML_TAG]) if (!html.includes(needed)) throw new Error(`index.html has no ${needed}`);
        const pages = await withLandingRenderer(config, plugins(), async (renderPage, source) => {
          renderer = source;
          const markups = new Map<string, string>();
          // One after the other: the renderer has one language at a time.
          for (const { id } of languages()) markups.set(id, await renderPage(id));
          return markups;
        });
        const empty = ({ id, direction }: Language) => translateHead(html, id).replace(HTML_TAG, `<html lang="${id}" dir="${direction}">`);
        const page = (language: Language) =>
          empty(language)
            .replace('</head>', `${textPreloads(bundle, language.id)}${lateStyles(bundle, html)}</head>`)
            .replace(EMPTY_ROOT, () => `<div id="root">${pages.get(language.id)}</div>${END_OF_MARKUP}`);
        for (const language of languages()) {
          translated.set(language.id, page(language));
          const styles = (fileName: string) => [...stylesOf(bundle, fileName)];
          documents.set(language.id, documentPage(empty(language), bundle, styles));
        }
        return translated.get(SOURCE_LANGUAGE);
      },
    },
    async writeBundle({ dir }) {
      if (!dir) throw new Error('the web app is built into a folder');
      for (const [id, page] of translated) if (id !== SOURCE_LANGUAGE) await writeFile(join(dir, `index.${id}.html`), page);
      await writeServerFiles(dir, renderer, documents);
    },
  };
}

/** The texts that the page needs before it hydrates, fetched together with its script. */
function textPreloads(bundle: Rolldown.OutputBundle, language: string): string {
  const modules = entryTexts(language);
  const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk' && modules.some((id) => chunk.moduleIds.includes(id)));
  if (chunks.length !== modules.length)
    throw new Error(`${modules.length} chunks of ${language} are expected, and ${chunks.length} are there`);
  return chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`).join('');
}

/** Style sheets of the sections whose code comes later, and of what that code imports: the markup has them from the start. */
function lateStyles(bundle: Rolldown.OutputBundle, html: string): string {
  const late = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(LATE_SECTIONS));
  const files = late ? [...stylesOf(bundle, late.fileName)].filter((file) => !html.includes(`"/${file}"`)) : [];
  if (files.length === 0) throw new Error(`${LATE_SECTIONS} has no style sheet`);
  return files.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('');
}

/** Style sheets of a chunk, after those of the chunks it imports. */
function stylesOf(bundle: Rolldown.OutputBundle, fileName: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (seen.has(fileName) || chunk?.type !== 'chunk') return new Set();
  seen.add(fileName);
  const imported = chunk.imports.flatMap((name) => [...stylesOf(bundle, name, seen)]);
  return new Set([...imported, ...(chunk.viteMetadata?.importedCss ?? [])]);
}

async function withLandingRenderer<T>(
  { root, base, build: { assetsDir, assetsInlineLimit } }: ResolvedConfig,
  plugins: PluginOption[],
  work: (renderPage: RenderPage, source: string) => Promise<T>,
): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'tidemark-prerender-'));
  try {
    await build({
      root,
      base,
      plugins,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      // Addresses of assets follow from these settings: they are those of the page.
      build: {
        assetsDir,
        assetsInlineLimit,
        outDir,
        emptyOutDir: false,
        ssr: ENTRY,
        rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: BUILT, codeSplitting: false } },
      },
    });
    const file = join(outDir, BUILT);
    const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
    return await work(renderPage, await readFile(file, 'utf8'));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
