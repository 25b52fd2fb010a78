import { readFileSync } from 'node:fs';

/** What JSON, or `file:/path` of it, holds. Throws an Error whose message never holds what was read. */
export function secretJson(source: string): unknown {
  const json = source.startsWith('file:') ? readFileSync(source.slice('file:'.length), 'utf8') : source;
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('is not JSON'); // the parser's own message would quote the keys
  }
}
