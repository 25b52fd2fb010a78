import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Source {
  savedAt: number;
  imports: string[];
  /** First words of string literals of the form `word.rest`: the domains of message ids among others. */
  words: Set<string>;
  /** The parts of the site's content that it shows (build/site-content.ts). */
  content: string[];
}

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
/** Calls, not types: neither `typeof import('./x')` nor `import('./x').Name`. */
const DYNAMIC_IMPORT = /(?<!typeof\s+)\bimport\(\s*(['"])(\.[^'"]+)\1\s*\)(?!\s*\.\s*[A-Z])/g;
const CONTENT = /\bfrom\s+['"]virtual:content\/([\w-]+)['"]/g;
const DOTTED = /['"`]([a-z][\w-]*)\.(?=[\w$])/g;

const sources = new Map<string, Source>();

/** Returns the source file that a relative import names; null for style sheets, pictures and virtual modules. */
export function resolveSource(importer: string, specifier: string): string | null {
  const path = join(dirname(importer), specifier);
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file)) ?? null;
}

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

function readSource(file: string): Source {
  const { mtimeMs: savedAt } = statSync(file);
  const known = sources.get(file);
  if (known?.savedAt === savedAt) return known;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(STATIC_IMPORT)].flatMap(([, specifier]) => resolveSource(file, specifier!) ?? []);
  const source = { savedAt, imports, words: new Set(named(text, DOTTED)), content: named(text, CONTENT) };
  sources.set(file, source);
  return source;
}

/** Returns a module and its static imports. Modules that it imports dynamically wait for their own texts. */
function sourcesOf(entry: string): Source[] {
  const seen = new Map<string, Source>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    const source = readSource(file);
    seen.set(file, source);
    waiting.push(...source.imports);
  }
  return [...seen.values()];
}

/** Returns the domains whose messages a module or its static imports name. */
export function usedDomains(entry: string, domains: readonly string[]): string[] {
  const sources = sourcesOf(entry);
  return domains.filter((domain) => sources.some(({ words }) => words.has(domain)));
}

/** Returns the pieces of the site's content that a module or its static imports show. */
export function usedContent(entry: string, pieces: readonly string[]): string[] {
  const sources = sourcesOf(entry);
  return pieces.filter((piece) => sources.some(({ content }) => content.includes(piece)));
}

/** Replaces each `import('./x')` of a module of ours by what `replace` returns for its file. */
export const replaceDynamicImports = (code: string, importer: string, replace: (call: string, file: string) => string): string =>
  code.replaceAll(DYNAMIC_IMPORT, (call: string, _: string, specifier: string) => {
    const file = resolveSource(importer, specifier);
    return file === null ? call : replace(call, file);
  });
