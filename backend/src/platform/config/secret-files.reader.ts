import { readFileSync } from 'node:fs';
import { refuseWritableByOthers } from './secret-file-mode.js';

const SUFFIX = '_FILE';
/** A secret is one line; a larger file was named by mistake. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the environment with variables read from files: `NAME_FILE=/run/secrets/name` sets NAME, as container images usually do, because
 * everybody who may inspect a container sees its environment. Problems name the variable and never the content.
 */
export function withSecretFiles(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): { environment: NodeJS.ProcessEnv; problems: string[] } {
  const read: NodeJS.ProcessEnv = { ...environment };
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[name + SUFFIX]?.trim();
    if (!path || names.includes(name + SUFFIX)) continue;
    if (environment[name]?.trim()) {
      problems.push(`${name} and ${name}${SUFFIX} are both set: one of them has to go`);
      continue;
    }
    try {
      read[name] = secretOf(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      problems.push(`${name}${SUFFIX} ${code ? `names a file that cannot be read (${code})` : message}`);
    }
  }
  return { environment: read, problems };
}

function secretOf(path: string): string {
  const bytes = readFileSync(path);
  refuseWritableByOthers(path);
  if (bytes.length > MAX_BYTES) throw new Error('names a file of more than 64 KiB');
  const text = bytes.toString('utf8').trim();
  if (text === '') throw new Error('names an empty file');
  return text;
}
