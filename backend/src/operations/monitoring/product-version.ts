import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let known: string | null = null;

/** The version in the package that this code belongs to, built or not. */
export function productVersion(): string {
  known ??= read(import.meta.dirname);
  return known;
}

function read(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
    if (typeof version === 'string') return version.slice(0, 40);
  }
  const above = dirname(folder);
  return above === folder ? 'unknown' : read(above);
}
