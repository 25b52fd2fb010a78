import { createHash } from 'node:crypto';

/** 64 hexadecimal digits of a name: the same name gives the same hash in every run. */
export function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
