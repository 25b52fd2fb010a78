import {
  Banned,
  ClockSkew,
  VenueUnavailable,
  KeyRejected,
  RateLimited,
  VenueRejected,
  type ExchangeError,
  type KeyRefusal,
} from '../../port/index.js';
import type { Asked, WireAnswer } from '../ccxt/index.js';
import { parseVenueError } from '../venue-error.js';
import type { BybitEndpoint } from './endpoints.js';

/** HTTP 403 "access too frequent": lifted by itself after ten minutes without a request. */
const BAN_MS = 600_000;
const MAINTENANCE_PAUSE_MS = 300_000;
const LONGEST_WAIT_MS = 120_000;

const tooMany = new Set([429, 10_006, 10_429, 20_003]);
const addressShutOut = 10_018;
const stampRefused = new Set([-1, 10_002]);
/** Of the key altogether, whatever was asked with it. */
const keyCodes: Record<number, KeyRefusal> = {
  10_003: 'unknown or revoked key, or a key of another environment',
  10_004: 'the secret key does not belong to the API key',
  10_007: 'unknown or revoked key',
  10_008: 'the account is barred',
  10_010: 'the key does not admit our address',
  33_004: 'the key has expired',
  [-2015]: 'the key has expired',
};
/** The key is good, but not for this. */
const NOT_PERMITTED = 10_005;
const outOfBounds = new Set([10_009, 10_024]);
/** Server errors, most of them with HTTP 200. ccxt takes 10016 for a permanent one. */
const laterCodes = new Set([5004, 10_000, 10_016, 10_019, 131_200, 131_201, 170_001, 170_007, 170_032, 170_234, 340_099]);

/** The error an answer stands for, or null for a good one: by `retCode`, which comes with HTTP 200, else by the HTTP status. */
export function classify(answer: WireAnswer, { endpoint, scope }: Asked<BybitEndpoint>, venueTime: number): ExchangeError | null {
  const { status, body } = answer;
  const { code, reason } = parseVenueError(body, { code: 'retCode', message: 'retMsg' });
  const good = status >= 200 && status < 300;
  if (good && (code === null || code === 0)) return null;

  const known = code === null ? undefined : keyCodes[code];
  if (known) return new KeyRejected('spot', known);
  if (code === NOT_PERMITTED) return new KeyRejected(endpoint.keyScope, 'the key is not allowed to read this');
  if (status === 429 || (code !== null && tooMany.has(code)))
    return new RateLimited(resetIn(answer, scope.windowMs, venueTime), scope.name);
  if (code !== null && stampRefused.has(code)) return new ClockSkew();
  if (status === 451 || (code !== null && outOfBounds.has(code)))
    return new VenueRejected(endpoint.path, status, code, 'not offered where this server or the account stands');
  if (status === 403 || code === addressShutOut) return new Banned(BAN_MS);
  if (status === 401) return new KeyRejected('spot', 'not accepted');
  if (status >= 500 || status === 408 || (code !== null && laterCodes.has(code)))
    return new VenueUnavailable(
      code === null ? `HTTP ${status}` : `HTTP ${status}, code ${code}`,
      /maintenance/i.test(body.slice(0, 500)) ? MAINTENANCE_PAUSE_MS : 0,
    );
  return new VenueRejected(endpoint.path, status, code, reason);
}

/** `X-Bapi-Limit-Reset-Timestamp`: when the limit begins anew; just the present time where it was not exceeded. */
function resetIn({ headers }: WireAnswer, windowMs: number, venueTime: number): number {
  const wait = Number(headers.get('x-bapi-limit-reset-timestamp')) - venueTime;
  return Number.isFinite(wait) && wait > 0 && wait <= LONGEST_WAIT_MS ? Math.max(1000, Math.ceil(wait)) : Math.max(1000, windowMs);
}
