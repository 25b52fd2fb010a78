/** A refusal as venues write it into the body, with HTTP 200 too. */
export interface Refusal {
  /** Null where the body tells none. 0: all is well. */
  code: number | null;
  /** One line for logs and for the run's record, without anything that could be a secret. */
  reason: string;
}

/** How a venue names the two parts. */
export interface RefusalFields {
  code: string;
  message: string;
}

/** Longer bodies are read whole only where they do not begin with a code. */
const SHORT = 4000;

/**
 * What a body says about the request. A cut body says nothing: whoever reads it as an answer will find out. Lists begin with the code at
 * these venues, and a page of a hundred rows is not parsed twice for it.
 */
export function refusalIn(body: string, fields: RefusalFields): Refusal {
  const none: Refusal = { code: null, reason: 'no reason given' };
  if (!body.startsWith('{')) return none;
  if (body.length > SHORT && new RegExp(`^\\{\\s*"${fields.code}"\\s*:\\s*"?0"?\\s*,`).test(body.slice(0, 100)))
    return { ...none, code: 0 };
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return none;
  }
  const message = parsed[fields.message];
  return { code: asCode(parsed[fields.code]), reason: typeof message === 'string' && message !== '' ? oneLine(message) : none.reason };
}

function asCode(value: unknown): number | null {
  const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}

/** Venues quote what they were asked: what was signed, the key, our address. No word of a sentence is that long. */
export function oneLine(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\[[^\]]*\]?/g, '[…]')
    .replace(/[\w+/=.:-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
