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
import type { OkxEndpoint } from './endpoints.js';

/** Limits are by two seconds at most. */
const LIMIT_PAUSE_MS = 2000;
const FIREWALL_PAUSE_MS = 600_000;
const MAINTENANCE_PAUSE_MS = 300_000;

const tooMany = new Set([50_011, 50_040, 50_061]);
const stampRefused = new Set([50_102, 50_112]);
/** Of the key altogether, whatever was asked with it. */
const keyCodes: Record<number, KeyRefusal> = {
  50_007: 'the account is barred',
  50_008: 'there is no such account',
  50_100: 'the exchange has frozen the key',
  50_101: 'the key belongs to another environment',
  50_103: 'the key was not accepted',
  50_104: 'the passphrase is missing',
  50_105: 'the passphrase does not belong to the key',
  50_106: 'the signature was not accepted',
  50_107: 'the request was not accepted',
  50_110: 'the key does not admit our address',
  50_111: 'unknown or revoked key',
  50_113: 'the secret key does not belong to the API key',
  50_114: 'the key was not accepted',
  50_119: 'unknown or revoked key, or a key of another region',
};
/** The key is good, but not for this. */
const notPermitted = new Set([50_030, 50_035, 50_120]);
const outOfBounds = new Set([50_051, 50_059, 50_060, 50_121]);
const laterCodes = new Set([50_001, 50_004, 50_013, 50_026, 50_046, 50_062]);
const MAINTENANCE = 50_001;

/** The error an answer stands for, or null for a good one: by the body's `code`, whatever the HTTP status, else by the status. */
export function classify(answer: WireAnswer, { endpoint, scope }: Asked<OkxEndpoint>): ExchangeError | null {
  const { status, body } = answer;
  const { code, reason } = parseVenueError(body, { code: 'code', message: 'msg' });
  const good = status >= 200 && status < 300;
  if (good && (code === null || code === 0)) return null;

  const known = code === null ? undefined : keyCodes[code];
  if (known) return new KeyRejected('spot', known);
  if (code !== null && notPermitted.has(code)) return new KeyRejected(endpoint.keyScope, 'the key is not allowed to read this');
  // "Systems are busy" comes with 429 as well: no limit of ours.
  if (code !== null && laterCodes.has(code))
    return new VenueUnavailable(`HTTP ${status}, code ${code}`, code === MAINTENANCE ? MAINTENANCE_PAUSE_MS : 0);
  if (status === 429 || (code !== null && tooMany.has(code))) return new RateLimited(LIMIT_PAUSE_MS, scope.name);
  if (code !== null && stampRefused.has(code)) return new ClockSkew();
  if (status === 451 || (code !== null && outOfBounds.has(code)))
    return new VenueRejected(endpoint.path, status, code, 'not offered where this server or the account stands');
  if (status === 403 && code === null) return new Banned(FIREWALL_PAUSE_MS);
  if (status === 401) return new KeyRejected('spot', 'not accepted');
  if (status >= 500 || status === 408)
    return new VenueUnavailable(`HTTP ${status}`, /maintenance/i.test(body.slice(0, 500)) ? MAINTENANCE_PAUSE_MS : 0);
  return new VenueRejected(endpoint.path, status, code, reason);
}
