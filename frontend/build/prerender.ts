import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, type PluginOption, type ResolvedConfig, build } from 'vite';

const ENTRY = 'src/prerender.tsx';
const BUILT = 'prerender.js';
const EMPTY_ROOT = '<div id="root"></div>';

/**
 * Puts the landing page's markup into index.html, so that people and crawlers read it before, or without, any script. `plugins` gives those that
 * the sources need, new ones each time: the markup comes from a second small build of the same sources for Node.
 */
export function prerender(plugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'tidemark-prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`);
        const markup = await renderLanding(config, plugins());
        return html.replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`);
      },
    },
  };
}

async function renderLanding(
  { root, base, build: { assetsDir, assetsInlineLimit } }: ResolvedConfig,
  plugins: PluginOption[],
): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'tidemark-prerender-'));
  try {
    await writeFile(join(outDir, 'package.json'), '{ "type": "module" }');
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
        rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: BUILT } },
      },
    });
    const { renderPage } = (await import(pathToFileURL(join(outDir, BUILT)).href)) as { renderPage: () => string };
    return renderPage();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
