import { z } from 'zod';
import { secretJson } from './secret-json.js';
import type { VenueName } from './variables.schema.js';

/** A key of the operator's own account. */
export interface MarketKey {
  apiKey: string;
  secretKey: string;
}

const shape = z.strictObject({ binance: z.strictObject({ apiKey: z.string().min(1), secret: z.string().min(1) }) });

/** Parses keys from JSON or `file:/path`. Only Binance needs one. Throws an Error whose message contains no key material. */
export function parseMarketKeys(source: string): ReadonlyMap<VenueName, MarketKey> {
  const parsed = shape.safeParse(secretJson(source));
  if (!parsed.success) throw new Error('must be {"binance":{"apiKey","secret"}}');
  const { apiKey, secret } = parsed.data.binance;
  return new Map([['binance', { apiKey, secretKey: secret }]]);
}
