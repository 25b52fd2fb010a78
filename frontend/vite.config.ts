import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { designTokens } from './build/design-tokens.ts';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';
import { serviceWorker } from './build/service-worker.ts';
import { siteContent } from './build/site-content.ts';
import { siteHead } from './build/site-head.ts';
import { smallIcons } from './build/small-icons.ts';
import { builtLanguages, texts } from './build/texts/texts.ts';
import { verifyScript } from './build/verify-script.ts';

/** What the sources need to be read, in the browser's build and in that of the prerendered page. */
const readSources = () => [texts(), react(), designTokens(), siteContent(), smallIcons()];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...readSources(),
    firstPaint(),
    siteHead(),
    verifyScript(),
    prerender(readSources, builtLanguages),
    precompress(),
    serviceWorker(),
  ],
  build: {
    outDir: '../dist/frontend',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The content security policy knows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // How long each plugin took is no warning of anything on a busy machine.
      checks: { pluginTimings: false },
      // What the entry needs is in its own chunk, and what most screens need in another: one file each instead of dozens of small ones.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            // The console previews sections of the landing page. Their style sheet comes with that of the footer: one of its own would be one
            // request more before the first paint.
            {
              name: 'public-styles',
              test: /src\/components\/(site\/\w+|layout\/(public-footer|language-switch))\.module\.css$/,
              priority: 3,
            },
            { name: 'shared', minShareCount: 40, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/dev': 'http://127.0.0.1:3000',
      '/ws': { target: 'ws://127.0.0.1:3000', ws: true },
    },
  },
});
