import type { Plugin } from 'vite';
import { tokensCss } from '../src/theme/tokens-css.ts';

const TOKENS = 'virtual:tokens.css';

/** Writes the design tokens as a style sheet at build time: one source for CSS and for the console's theme. */
export const designTokens = (): Plugin => ({
  name: 'tidemark-design-tokens',
  resolveId: { filter: { id: new RegExp(`^${TOKENS}$`) }, handler: (id) => `\0${id}` },
  load: { filter: { id: new RegExp(`^\\0${TOKENS}$`) }, handler: () => tokensCss() },
});
