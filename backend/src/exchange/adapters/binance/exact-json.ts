/** Numbers that a double may not hold with all their digits: beyond 2^53, or with a fraction. */
function holdsInexact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(holdsInexact);
}

/**
 * JSON in which such numbers arrive as strings of exactly the digits written; everything else as usual. ccxt's own way re-parses all
 * numbers of the answer, and only where no blank follows the colon. Undefined for anything that is not a whole JSON object or list.
 */
export function parseExactly(text: string): unknown {
  const first = text[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    const plain: unknown = JSON.parse(text);
    if (!holdsInexact(plain)) return plain;
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  } catch {
    return undefined; // cut or no JSON: the caller checks the shape and says so
  }
}

function keepDigits(_: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) ? source : value;
}
