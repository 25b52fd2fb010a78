// Loads the project's TypeScript in tests through Node's own loader, so that all suites of a worker share one module cache.
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../../root.mjs';
import { cacheFolder, compiled } from './compiled.mjs';

const ROOT_URL = pathToFileURL(`${root}/`).href;
const SEEDED_FAST_CHECK = `${ROOT_URL}backend/test/support/seeded-fast-check.mjs`;
const FRONTEND = `${ROOT_URL}frontend/`;
const JEST_GLOBALS = 'tidemark:jest-globals';

/** Where the runtime puts the `jest` globals of the suite that runs now. */
export const GLOBALS = Symbol.for('tidemark.jest-globals');

const NAMES = [
  'describe',
  'fdescribe',
  'xdescribe',
  'it',
  'fit',
  'xit',
  'test',
  'xtest',
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
  'expect',
  'jest',
];

/** Source of `@jest/globals`: shared support modules import it once, so each export forwards to the globals of the current suite. */
const globalsSource = `
const globals = Symbol.for('tidemark.jest-globals');
const forward = (name) => new Proxy(function () {}, {
  apply: (_, self, args) => globalThis[globals][name](...args),
  get: (_, key) => globalThis[globals][name][key],
  set: (_, key, value) => ((globalThis[globals][name][key] = value), true),
  has: (_, key) => key in globalThis[globals][name],
});
${NAMES.map((name) => `export const ${name} = forward('${name}');`).join('\n')}`;

/** Paths and URLs of loaded files with the path of their source map, as source-map-support wants them. */
export const sourceMaps = new Map();

const ours = (url) => Boolean(url?.startsWith(ROOT_URL)) && !url.includes('/node_modules/');

/** A relative import names the `.js` that the build makes, or in the front end no ending; tests load the source. */
function typescriptOf(specifier, parentUrl) {
  if (!specifier.startsWith('.') || !ours(parentUrl)) return null;
  const base = specifier.endsWith('.js') ? specifier.slice(0, -'.js'.length) : specifier;
  if (base === specifier && !parentUrl.startsWith(FRONTEND)) return null;
  for (const ending of ['.ts', '.tsx', '/index.ts']) {
    const url = new URL(`${base}${ending}`, parentUrl);
    url.search = '';
    if (existsSync(fileURLToPath(url))) return url.href;
  }
  return null;
}

/** What stands for a module in the front end's tests: style sheets and pictures, content that the build makes, what needs a canvas. */
function standInOf(specifier) {
  if (/\.(css|svg|png|woff2)$/.test(specifier)) return 'test/asset.mjs';
  if (specifier.startsWith('virtual:content/')) return `test/content/${specifier.slice('virtual:content/'.length)}.ts`;
  if (specifier === 'virtual:languages') return 'test/virtual/languages.ts';
  if (specifier === 'lightweight-charts') return 'test/support/drawn-charts.ts';
  return null;
}

function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, format: 'module', shortCircuit: true };
  if (specifier === 'fast-check') return next(SEEDED_FAST_CHECK, context);
  if (context.parentURL?.startsWith(FRONTEND)) {
    if (missing.has(specifier)) throw new Error(`${specifier} is missing in this test`);
    const standIn = standInOf(specifier);
    if (standIn) return next(`${FRONTEND}${standIn}`, context);
  }
  const url = typescriptOf(specifier, context.parentURL);
  return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
}

function load(url, context, next) {
  if (url === JEST_GLOBALS) return { format: 'module', source: globalsSource, shortCircuit: true };
  const [address] = url.split('?');
  if (!ours(url) || !/\.tsx?$/.test(address)) return next(url, context);
  const file = fileURLToPath(address);
  const { code, map } = compiled(file);
  for (const name of [file, url, address]) sourceMaps.set(name, map);
  return { format: 'module', source: code, shortCircuit: true };
}

let installed = false;

/** Specifiers that cannot be loaded while a test runs, as when a chunk of another release is gone from the server. */
const missing = new Set();
/** Where a test finds them. */
globalThis[Symbol.for('tidemark.missing-modules')] = missing;

/** Installs the hooks once in a process. */
export function installModuleHooks() {
  if (installed) return;
  installed = true;
  enableCompileCache(join(cacheFolder, 'v8'));
  registerHooks({ resolve, load });
}
