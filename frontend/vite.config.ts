import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { tokensCss } from './src/theme/tokens-css.ts';

const TOKENS = 'virtual:tokens.css';

/** Writes the design tokens as a style sheet at build time: one source for CSS and for the console's theme. */
const designTokens = (): Plugin => ({
  name: 'tidemark-design-tokens',
  resolveId: (id) => (id === TOKENS ? `\0${TOKENS}` : undefined),
  load: (id) => (id === `\0${TOKENS}` ? tokensCss() : undefined),
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), designTokens()],
  build: {
    outDir: '../dist/frontend',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The content security policy knows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
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
