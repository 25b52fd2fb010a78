import { readFileSync } from 'node:fs';
import { refuseWritableByOthers } from './secret-file-mode.js';

/** What JSON, or `file:/path` of it, holds. Throws an Error whose message never holds what was read. */
export function secretJson(source: string): unknown {
  const json = source.startsWith('file:') ? readSecretFile(source.slice('file:'.length)) : source;
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('is not JSON'); // the parser's own message would quote the keys
  }
}

/** Throws where others may change the file. */
export function readSecretFile(path: string): string {
  const text = readFileSync(path, 'utf8');
  refuseWritableByOthers(path);
  return text;
}
