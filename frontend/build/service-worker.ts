import type { Plugin, PluginOption, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Modules that only the console imports. */
const CONSOLE = /\/frontend\/src\/admin\//;

/** Builds the service worker with the list of the build's files in it. src/lib/service-worker.ts registers it. */
export function serviceWorker(): PluginOption {
  const ofConsole = new Set<string>();
  return [
    findConsole(ofConsole),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: false,
      // build/site-head.ts writes the manifest, from the site's own texts.
      manifest: false,
      injectManifest: {
        globPatterns: ['assets/*.{js,css,woff2}'],
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [
          (entries) => ({ manifest: entries.map((entry) => (ofConsole.has(entry.url) ? { ...entry, onDemand: true } : entry)) }),
        ],
      },
    }),
  ];
}

/** Puts into `files` the scripts and style sheets that nothing but the console loads. */
const findConsole = (files: Set<string>): Plugin => ({
  name: 'tidemark-console-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = new Map(
        Object.entries(bundle).flatMap(([name, output]) => (output.type === 'chunk' ? [[name, output] as const] : [])),
      );
      const shared = new Set<string>();
      const waiting = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const chunk = chunks.get(name);
        if (!chunk || shared.has(name) || CONSOLE.test(chunk.facadeModuleId ?? '')) continue;
        for (const file of filesOf(chunk)) shared.add(file);
        waiting.push(...chunk.imports, ...chunk.dynamicImports);
      }
      for (const chunk of chunks.values()) for (const file of filesOf(chunk)) if (!shared.has(file)) files.add(file);
    },
  },
});

const filesOf = ({ fileName, viteMetadata }: Rolldown.OutputChunk): string[] => [fileName, ...(viteMetadata?.importedCss ?? [])];
