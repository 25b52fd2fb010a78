import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Builds the service worker with the list of the build's files in it. src/lib/service-worker.ts registers it. */
export const serviceWorker = (): PluginOption =>
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
    },
  });
