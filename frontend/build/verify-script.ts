import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const file = join(import.meta.dirname, '../../scripts/verify-log.mjs');

/** Lays the offline check of the log beside the page, as it stands: under a name that can be told, and read by whoever runs it. */
export const verifyScript = (): Plugin => ({
  name: 'tidemark-verify-script',
  apply: 'build',
  buildStart() {
    this.addWatchFile(file);
    this.emitFile({ type: 'asset', fileName: 'verify-log.mjs', source: readFileSync(file) });
  },
});
