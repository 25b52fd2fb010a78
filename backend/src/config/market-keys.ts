import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { VenueName } from './variables.js';

/** A key of the operator's own account. */
export interface MarketKey {
  apiKey: string;
  secretKey: string;
}

const shape = z.strictObject({ binance: z.strictObject({ apiKey: z.string().min(1), secret: z.string().min(1) }) });

/** Reads keys from JSON or `file:/path`. Binance alone asks for one. Throws an Error whose message never holds key material. */
export function parseMarketKeys(source: string): ReadonlyMap<VenueName, MarketKey> {
  const json = source.startsWith('file:') ? readFileSync(source.slice('file:'.length), 'utf8') : source;
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    throw new Error('is not JSON'); // the parser's own message would quote the keys
  }
  const parsed = shape.safeParse(raw);
  if (!parsed.success) throw new Error('must be {"binance":{"apiKey","secret"}}');
  const { apiKey, secret } = parsed.data.binance;
  return new Map([['binance', { apiKey, secretKey: secret }]]);
}
