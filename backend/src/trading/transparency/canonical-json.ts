/** What can stand in the log: no number with a fraction, whose digits two programs may write in two ways. Money is text here. */
export type LogValue = string | number | boolean | null | readonly LogValue[] | { readonly [key: string]: LogValue };

/** A value that has no canonical form here. */
export class NotCanonical extends Error {}

/**
 * The one text of a value (RFC 8785): keys in the order of their UTF-16 units, no blanks. Throws NotCanonical for what it cannot write
 * exactly: numbers that are no safe integers, lone surrogates, undefined, and whatever JSON does not know.
 */
export function canonicalJson(value: LogValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return integer(value);
  if (isList(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || !isPlain(value)) throw new NotCanonical(`${typeof value} has no canonical form`);
  const keys = Object.keys(value).sort(); // sort() without an order compares UTF-16 units, as the RFC does
  return `{${keys.map((key) => `${quoted(key)}:${canonicalJson(value[key]!)}`).join(',')}}`;
}

/** JSON.stringify escapes exactly what the RFC does, but writes a lone surrogate as an escape of its own. */
function quoted(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new NotCanonical('a text holds half a character');
  return JSON.stringify(text);
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new NotCanonical('a number that is no safe integer is written as text');
  return String(value === 0 ? 0 : value); // -0 is 0 (RFC 8785, 3.2.2.3)
}

const isList = (value: LogValue): value is readonly LogValue[] => Array.isArray(value);
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
