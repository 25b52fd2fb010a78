import { randomBytes } from 'node:crypto';

export interface Find {
  /** What was planted. */
  canary: string;
  encoding: string;
  /** Where it came up. */
  place: string;
}

/** Base64 of a value wherever it stands in a longer one: the digits that depend on the value alone, at each of the three alignments. */
function insideBase64(value: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), value]);
    const digits = whole.toString('base64').slice(0, Math.floor(whole.length / 3) * 4);
    return digits.slice([0, 2, 3][shift]);
  });
}

/** Every way in which a value may be written. */
export function writings(value: string | Buffer): Map<string, string> {
  return typeof value === 'string' ? new Map([...asText(value), ...asBytes(Buffer.from(value, 'utf8'))]) : asBytes(value);
}

function asText(value: string): Map<string, string> {
  const percent = encodeURIComponent(value);
  return new Map([
    [value, 'in clear'],
    [JSON.stringify(value).slice(1, -1), 'as JSON'],
    [percent, 'percent-encoded'],
    [percent.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()), 'percent-encoded'],
    [new URLSearchParams({ v: value }).toString().slice(2), 'percent-encoded'],
  ]);
}

function asBytes(bytes: Buffer): Map<string, string> {
  const all = new Map([
    [bytes.toString('hex'), 'in hex'],
    [bytes.toString('hex').toUpperCase(), 'in hex'],
  ]);
  for (const digits of insideBase64(bytes)) {
    if (!all.has(digits)) all.set(digits, 'in base64');
    all.set(digits.replaceAll('+', '-').replaceAll('/', '_'), 'in base64url');
  }
  return all;
}

/** Secrets nobody could take for anything else, and the search for them. */
export class Canaries {
  private readonly known = new Map<string, Map<string, string>>();

  /** A new secret that fits where a password is asked for; `letters`: only what a key or a header may hold. */
  plant(name: string, { letters = false } = {}): string {
    const random = randomBytes(12).toString('hex');
    return this.remember(name, letters ? `canary-${random}` : `Canary ${random} +/ü?&=`);
  }

  /** A secret that somebody else made. */
  remember<T extends string | Buffer>(name: string, value: T): T {
    if (value.length < 10) throw new Error(`${name} is too short to be told from chance`);
    this.known.set(`${name} ${this.known.size + 1}`, writings(value));
    return value;
  }

  get count(): number {
    return this.known.size;
  }

  /** Where any of them stands in `text`. `except`: names of those that may stand there. */
  find(place: string, text: string, { except = [] as string[] } = {}): Find[] {
    const finds: Find[] = [];
    for (const [canary, ways] of this.known) {
      if (except.some((name) => canary.startsWith(name))) continue;
      for (const [way, encoding] of ways) if (text.includes(way)) finds.push({ canary, encoding, place });
    }
    return finds;
  }
}
