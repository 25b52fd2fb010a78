import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InvalidInput } from '../../platform/domain/index.js';
import { NotExact, scaled } from '../../platform/domain/scaled.js';

/** More digits than a JSON number is sure to keep. */
const SURE_DIGITS = 15;
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A decimal string, or a JSON number that reads as one; as an integer of 10^-18. */
export const decimal = z.union([z.string(), z.number()], 'Give a decimal string, like "100.5"').transform((value, context) => {
  const text = String(value);
  if (typeof value === 'number' && text.replace(/^-?0?\.?0*|\./g, '').length > SURE_DIGITS) {
    context.addIssue('Give it as a decimal string: a number of so many digits may have lost some');
    return z.NEVER;
  }
  try {
    return scaled(text);
  } catch (error) {
    if (!(error instanceof NotExact)) throw error;
    context.addIssue('Give a decimal string of at most 18 places, like "100.5"');
    return z.NEVER;
  }
});

/** An ISO date or time (UTC where it names no zone), or milliseconds since 1970. */
export const instant = z.union([z.string(), z.number()], 'Give a time, like "2026-01-31T00:00:00Z"').transform((value, context) => {
  const text = String(value);
  const at =
    typeof value === 'number'
      ? value
      : INSTANT.test(text)
        ? Date.parse(text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text)
        : NaN;
  if (Number.isSafeInteger(at)) return at;
  context.addIssue('Give a time, like "2026-01-31T00:00:00Z", or milliseconds since 1970');
  return z.NEVER;
});

/** Parses a JSON file by its schema. Throws InvalidInput that names the field. */
export async function readCase<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw InvalidInput.field(
      'file',
      `${file} ${error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'}: ${(error as Error).message}`,
    );
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const lines = read.error.issues.slice(0, 10).map(({ path, message }) => `${nameOf(path) || 'the file'}: ${message}`);
  throw InvalidInput.field('file', lines.join('\n'));
}

/** As it would be written in code: `flows[2].amount`. */
const nameOf = (path: readonly PropertyKey[]) =>
  path.map((part, n) => (typeof part === 'number' ? `[${part}]` : `${n === 0 ? '' : '.'}${String(part)}`)).join('');

/** Returns the error of a field that contradicts another one. */
export const badField = (field: string, message: string) => InvalidInput.field('file', `${field}: ${message}`);
