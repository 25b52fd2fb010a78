/** An error that a venue reports in the body, also with HTTP 200. */
export interface VenueError {
  /** Null where the body has none. 0: success. */
  code: number | null;
  /** One line for logs and runs, without anything that could be a secret. */
  reason: string;
}

/** The venue's names of the two fields. */
export interface VenueErrorFields {
  code: string;
  message: string;
}

/** Longer bodies are parsed only where they do not start with the code 0. */
const MAX_PARSED_LENGTH = 4000;

/**
 * Parses the error of a response body. A truncated body has none here; parsing it as a result fails later. Lists start with the code at
 * these venues, so that a page of a hundred rows is not parsed twice.
 */
export function parseVenueError(body: string, fields: VenueErrorFields): VenueError {
  const none: VenueError = { code: null, reason: 'no reason given' };
  if (!body.startsWith('{')) return none;
  if (body.length > MAX_PARSED_LENGTH && new RegExp(`^\\{\\s*"${fields.code}"\\s*:\\s*"?0"?\\s*,`).test(body.slice(0, 100)))
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

/** Shortens a message to one line and masks long words: venues quote the signed request, the key and our address. */
export function oneLine(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\[[^\]]*\]?/g, '[…]')
    .replace(/[\w+/=.:-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
