import { readFileSync } from 'node:fs';
import { refuseWritableByOthers } from './secret-file-mode.js';

/** Parses JSON, or `file:/path` of it. Throws an Error whose message contains nothing of it. */
export function secretJson(source: string): unknown {
  const json = source.startsWith('file:') ? readSecretFile(source.slice('file:'.length)) : source;
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('is not JSON'); // the parser's own message would quote the keys
  }
}

/** Throws if others may change the file. */
export function readSecretFile(path: string): string {
  const text = readFileSync(path, 'utf8');
  refuseWritableByOthers(path);
  return text;
}
