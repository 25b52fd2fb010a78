import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const file = join(import.meta.dirname, 'first-paint.js');

/** Puts first-paint.js at the head of the page: a classic script that blocks, which Vite alone would neither bundle nor name by its content. */
export function firstPaint(): Plugin {
  let address = '/build/first-paint.js';
  return {
    name: 'tidemark-first-paint',
    buildStart() {
      if (this.environment.config.command !== 'build') return;
      const source = readFileSync(file);
      const fileName = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      this.addWatchFile(file);
      this.emitFile({ type: 'asset', fileName, source });
      address = `/${fileName}`;
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
  };
}
