/** Values with a canonical form. Numbers are integers, because two programs may format a fraction differently; money is text. */
export type CanonicalValue = string | number | boolean | null | readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue };

/** The value has no canonical form. */
export class NotCanonical extends Error {}

/**
 * Serialises a value canonically (RFC 8785): keys ordered by UTF-16 units, no blanks. Throws NotCanonical for values without an exact form:
 * numbers that are not safe integers, lone surrogates, undefined, and types unknown to JSON.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return integer(value);
  if (isList(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || !isPlain(value)) throw new NotCanonical(`${typeof value} has no canonical form`);
  const keys = Object.keys(value).sort(); // sort() without an order compares UTF-16 units, as the RFC does
  return `{${keys.map((key) => `${quoted(key)}:${canonicalJson(value[key]!)}`).join(',')}}`;
}

/** JSON.stringify escapes exactly as the RFC does, except that it also escapes lone surrogates. */
function quoted(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new NotCanonical('a text holds half a character');
  return JSON.stringify(text);
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new NotCanonical('a number that is no safe integer is written as text');
  return String(value === 0 ? 0 : value); // -0 is 0 (RFC 8785, 3.2.2.3)
}

const isList = (value: CanonicalValue): value is readonly CanonicalValue[] => Array.isArray(value);
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
