import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of a request. The order of an object's fields does not matter; bytes, such as an uploaded file, count by their own
 * hash.
 */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256').update(canonical(request)).digest();
}

function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `sha256:${createHash('sha256').update(value).digest('hex')}`;
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
