const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads JSON so that numbers which a double may not hold with all their digits (beyond 2^53, or with a fraction) arrive as strings of
 * exactly the digits written; everything else as usual. ccxt's own way re-parses all numbers of the answer, and only where no blank
 * follows the colon; a reviver costs seven times the parsing. Answers of one kind are alike, so it remembers which kinds hold such numbers.
 */
export class ExactJson {
  readonly #inexact = new Set<string>();

  /** Undefined for anything that is not a whole JSON object or list: the caller checks the shape and says so. */
  parse(text: string, kind: string): unknown {
    const first = text[0];
    if (first !== '{' && first !== '[') return undefined;
    try {
      if (this.#inexact.has(kind)) return this.#parseQuoted(text, kind);
      const plain: unknown = JSON.parse(text);
      if (!holdsInexact(plain)) return plain;
      this.#inexact.add(kind);
      return this.#parseQuoted(text, kind);
    } catch {
      return undefined; // cut, or no JSON
    }
  }

  #parseQuoted(text: string, kind: string): unknown {
    const quoted = quoteInexact(text);
    if (quoted === text) this.#inexact.delete(kind);
    return JSON.parse(quoted);
  }
}

/** Plain loops: a page has 12,000 values. */
function holdsInexact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) {
    for (const item of value) if (holdsInexact(item)) return true;
    return false;
  }
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === 'string' || typeof item === 'boolean') continue;
    if (holdsInexact(item)) return true;
  }
  return false;
}

/** The same JSON with quotes around the numbers that a double may not hold. Texts are jumped over; what is no JSON stays none. */
function quoteInexact(text: string): string {
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = behindText(text, at);
    } else if (code === MINUS || isDigit(code)) {
      const end = behindNumber(text, at);
      const number = text.slice(at, end);
      if (needsQuotes(number)) {
        quoted += `${text.slice(copied, at)}"${number}"`;
        copied = end;
      }
      at = end;
    } else at++;
  }
  return copied === 0 ? text : quoted + text.slice(copied);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Behind the closing quote: the next one with an even number of backslashes before it. */
function behindText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
}

function behindNumber(text: string, start: number): number {
  let end = start + 1;
  // Digits, and `.`, `e`, `E`, `+`, `-`.
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (!isDigit(code) && code !== 46 && code !== 101 && code !== 69 && code !== 43 && code !== MINUS) break;
  }
  return end;
}

function needsQuotes(number: string): boolean {
  return !Number.isSafeInteger(Number(number)) && jsonNumber.test(number);
}
