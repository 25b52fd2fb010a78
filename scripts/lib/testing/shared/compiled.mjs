// Compiles the project's TypeScript for tests. swc strips the types and emits decorator metadata; each result is cached by its content.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../root.mjs';

const require = createRequire(import.meta.url);

export const cacheFolder = join(root, 'node_modules/.cache/tests');

const options = (parser, transform) => ({
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
    parser: { syntax: 'typescript', ...parser },
    transform,
  },
  swcrc: false,
  configFile: false,
});
const NEST = options({ decorators: true }, { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false });
const REACT = options({ tsx: true }, { react: { runtime: 'automatic' } });
const FRONTEND = join(root, 'frontend/');

const SALT = JSON.stringify([NEST, REACT]) + require('@swc/core/package.json').version;

let swc;

/** Other workers may write the same entry: a rename never shows half a file. */
function writeWhole(path, text) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}

function cached(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/** Returns the JavaScript of a TypeScript file and the path of its source map. */
export function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const key = createHash('sha1').update(SALT).update(file).update(source).digest('hex');
  const path = join(cacheFolder, `${key}.js`);
  const map = `${path}.map`;
  const known = cached(path);
  if (known !== null) return { code: known, map };
  swc ??= require('@swc/core'); // a native library: loaded only where something is not cached
  const result = swc.transformSync(source, { ...(file.startsWith(FRONTEND) ? REACT : NEST), filename: file, sourceFileName: file });
  mkdirSync(cacheFolder, { recursive: true });
  writeWhole(map, result.map);
  writeWhole(path, result.code);
  return { code: result.code, map };
}
