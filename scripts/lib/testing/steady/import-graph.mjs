// Which file names which, read from their text. jest's --findRelatedTests sees only the `roots` of each project: it finds neither contract
// and browser suites that reach backend/src through backend/test/support, nor the suites of scripts. A graph of our own also knows how far
// away a suite is.
import { posix } from 'node:path';

/** Whether a file can name others: the front end's styles and pictures are only named. */
export const isSource = (path) => /\.(tsx?|[cm]?js)$/.test(path);

const RELATIVE_PATH = /(['"`])(\.{1,2}\/[^'"`\n$?]+)(?:\?\w+)?\1/g;

/**
 * Reads the relative paths in a source: static and dynamic imports, mocked modules, `new URL('./x.mjs', import.meta.url)`. A path in a
 * comment counts, which only finds more.
 */
export const namedPaths = (source) => [...new Set([...source.matchAll(RELATIVE_PATH)].map(([, , path]) => path))];

/**
 * Resolves a relative path to one of the project's files; undefined where it is none. `./x.js` means `x.ts` or `x.tsx`, the front end
 * leaves extensions out.
 */
export function resolvePath(from, path, files) {
  const target = posix.join(posix.dirname(from), path);
  const stem = target.replace(/\.js$/, '');
  return [target, ...['.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'].map((end) => stem + end)].find((candidate) => files.has(candidate));
}

/** Turns `[path, source]` pairs into a map from each file to those that name it. `files` is the set of all paths, sources or not. */
export function importersOf(sources, files) {
  const importers = new Map();
  for (const [path, source] of sources) {
    for (const named of namedPaths(source)) {
      const target = resolvePath(path, named, files);
      if (target) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}

/**
 * Finds everything that depends on the changed files, each with its distance: 0 for a changed file, 1 for a file that names one, and so on.
 * Breadth first.
 */
export function dependentsOf(importers, changed) {
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}
