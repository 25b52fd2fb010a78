import {
  Banned,
  ClockSkew,
  VenueUnavailable,
  KeyRejected,
  RateLimited,
  VenueRejected,
  SymbolGone,
  type ExchangeError,
  type KeyRefusal,
} from '../../port/index.js';
import type { Asked, WireAnswer } from '../ccxt/index.js';
import type { BinanceEndpoint } from './endpoints.js';

const BAN_MS = 120_000;
/** Bans of this venue end after three days at most. */
const LONGEST_MS = 3 * 86_400_000;
const FIREWALL_PAUSE_MS = 600_000;
const MAINTENANCE_PAUSE_MS = 300_000;

const keyCodes: Record<number, KeyRefusal> = {
  [-2014]: 'this is not an API key of the exchange',
  [-2015]: 'unknown or revoked key, or a key that does not admit our address',
  [-2008]: 'unknown key',
  [-1022]: 'the secret key does not belong to the API key',
  [-1002]: 'the key is not allowed to read this',
};
const laterCodes = new Set([-1000, -1001, -1004, -1006, -1007, -1008, -1016]);
const TOO_MANY_REQUESTS = -1003;
const TIMESTAMP_OUT_OF_WINDOW = -1021;
const INVALID_SYMBOL = -1121;

/**
 * The error an answer stands for, or null for a good one. Decided by HTTP status and the venue's code, because ccxt's own classes differ
 * with the address called and with what the instance did before (exchange.md sections 0 and 2).
 */
export function classify(answer: WireAnswer, { endpoint, params, scope }: Asked<BinanceEndpoint>, venueTime: number): ExchangeError | null {
  const { status } = answer;
  const { code, reason } = refusal(answer.body);
  const good = status >= 200 && status < 300;
  if (good && (code === null || code >= 0)) return null;

  if (status === 418) return new Banned(retryAfter(answer, untilTold(reason, venueTime) ?? BAN_MS));
  if (status === 429 || code === TOO_MANY_REQUESTS)
    return new RateLimited(retryAfter(answer, Math.max(1000, scope.windowMs - (venueTime % scope.windowMs))), scope.name);
  if (code === TIMESTAMP_OUT_OF_WINDOW) return new ClockSkew();
  if (code === INVALID_SYMBOL && typeof params['symbol'] === 'string') return new SymbolGone(params['symbol']);
  const keyReason = code === null ? (status === 401 ? 'not accepted' : undefined) : keyCodes[code];
  if (keyReason) return new KeyRejected(endpoint.keyScope, keyReason);
  if (status === 403 && code === null) return new Banned(retryAfter(answer, FIREWALL_PAUSE_MS));
  if (status === 451) return new VenueRejected(endpoint.path, status, code, 'not offered where this server stands');
  if (status >= 500 || status === 408 || (code !== null && laterCodes.has(code)))
    return new VenueUnavailable(`HTTP ${status}`, /maintenance/i.test(answer.body.slice(0, 500)) ? MAINTENANCE_PAUSE_MS : 0);
  return new VenueRejected(endpoint.path, status, code, reason);
}

/** `Retry-After` in seconds; servers were seen to send 0, which would be a hot loop. */
function retryAfter({ headers }: WireAnswer, otherwise: number): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(LONGEST_MS, Math.ceil(seconds * 1000)) : otherwise;
}

/** "IP banned until 1795219200000." */
function untilTold(reason: string, venueTime: number): number | null {
  const until = /banned until (\d{13})\b/.exec(reason)?.[1];
  const ms = Number(until) - venueTime;
  return ms > 0 ? Math.min(LONGEST_MS, ms) : null;
}

/** `{"code": -1121, "msg": "…"}`; lists and long bodies are no refusals. */
function refusal(body: string): { code: number | null; reason: string } {
  const none = { code: null, reason: 'no reason given' };
  if (!body.startsWith('{') || body.length > 4000) return none;
  let parsed: { code?: unknown; msg?: unknown };
  try {
    parsed = JSON.parse(body) as typeof parsed;
  } catch {
    return none; // a cut body: whoever reads it as an answer will find out
  }
  const code = typeof parsed.code === 'string' ? Number(parsed.code) : parsed.code;
  return {
    code: typeof code === 'number' && Number.isInteger(code) ? code : null,
    reason: typeof parsed.msg === 'string' ? oneLine(parsed.msg) : none.reason,
  };
}

function oneLine(text: string): string {
  return text
    .replace(/signature=[^&\s]*/gi, 'signature=[redacted]')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
}
