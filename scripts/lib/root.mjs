import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, absolute; everything here works from any working directory. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
