import { join } from 'node:path';
import type { Plugin } from 'vite';

const FACTORY = /lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/;
const OURS = join(import.meta.dirname, 'small-icon.ts');

/**
 * Draws lucide-react's icons with small-icon.ts. What the package itself draws them with knows contexts, aliases and attribute names that this web app
 * never uses, and weighs 2 kB compressed, of the 90 that the landing page's scripts may.
 */
export const smallIcons = (): Plugin => ({
  name: 'tidemark-small-icons',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('createLucideIcon.mjs')) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved && FACTORY.test(resolved.id) ? OURS : null;
  },
});
