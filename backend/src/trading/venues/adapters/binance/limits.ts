import type { BudgetScope } from '../../budget/index.js';
import type { WireAnswer } from '../ccxt/index.js';
import { endpoints, type BinanceEndpoint, type Charge } from './endpoints.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

interface Limit {
  limit: number;
  windowMs: number;
}

/** The host's own counters, as documented; the venue may announce others. */
const documented: Record<Announced, Limit> = { api: { limit: 6000, windowMs: MINUTE_MS }, fapi: { limit: 2400, windowMs: MINUTE_MS } };
export type Announced = Extract<Charge, 'api' | 'fapi'>;

const units: Record<string, { ms: number; letter: string }> = {
  SECOND: { ms: SECOND_MS, letter: 's' },
  MINUTE: { ms: MINUTE_MS, letter: 'm' },
  HOUR: { ms: 60 * MINUTE_MS, letter: 'h' },
};
/** Anything beyond would be a mistake of the announcement or of ours. */
const MOST = 10_000_000;
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/** What may be asked of the venue in its windows (exchange.md section 2). */
export class BinanceLimits {
  readonly #announced: Record<Announced, Limit> = { ...documented };

  /** Takes the limit of weight from a list of symbols. Its word counts, whether lower or higher; a missing or odd entry changes nothing. */
  learn(charge: Announced, exchangeInfo: unknown): void {
    const announced = announcedLimit(exchangeInfo);
    if (announced) this.#announced[charge] = announced;
  }

  /** `keyTag` tells accounts apart where the venue counts by account. */
  scopeOf({ charge, path }: BinanceEndpoint, keyTag: string): BudgetScope {
    const venue = 'binance';
    switch (charge) {
      case 'api':
      case 'fapi':
        return { venue, name: charge, ...this.#announced[charge] };
      case 'fapi-funding':
        // Rates of funding have a counter of their own: 500 calls in five minutes from one address.
        return { venue, name: charge, limit: 500, windowMs: 5 * MINUTE_MS };
      case 'sapi-ip':
        return { venue, name: `sapi:${path}`, limit: 12_000, windowMs: MINUTE_MS };
      case 'sapi-uid':
        // The withdrawal history alone is counted by the second: 10 calls.
        return {
          venue,
          name: `sapi-uid:${keyTag}:${path}`,
          limit: 180_000,
          windowMs: path === endpoints.withdrawals.path ? SECOND_MS : MINUTE_MS,
        };
    }
  }
}

/** The shortest window of weight that is at least a second; those of orders and raw requests are no concern of a reader. */
function announcedLimit(exchangeInfo: unknown): Limit | null {
  const { rateLimits } = exchangeInfo as { rateLimits?: unknown };
  if (!Array.isArray(rateLimits)) return null;
  let shortest: Limit | null = null;
  for (const entry of rateLimits as unknown[]) {
    const { rateLimitType, interval, intervalNum, limit } = (entry ?? {}) as Record<string, unknown>;
    const unit = typeof interval === 'string' && Object.hasOwn(units, interval) ? units[interval] : undefined;
    if (rateLimitType !== 'REQUEST_WEIGHT' || !unit || !isCount(intervalNum) || !isCount(limit)) continue;
    const windowMs = intervalNum * unit.ms;
    if (limit > MOST || windowMs > LONGEST_MS || (shortest && shortest.windowMs <= windowMs)) continue;
    shortest = { limit, windowMs };
  }
  return shortest;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** Of funding rates the venue does not tell what is used. */
const prefixes: Record<Exclude<Charge, 'fapi-funding'>, string> = {
  api: 'x-mbx-used-weight-',
  fapi: 'x-mbx-used-weight-',
  'sapi-ip': 'x-sapi-used-ip-weight-',
  'sapi-uid': 'x-sapi-used-uid-weight-',
};

/** The venue's own count for the scope in its present window: `x-mbx-used-weight-1m` for a window of one minute. */
export function usedWeight({ headers }: WireAnswer, { charge }: BinanceEndpoint, { windowMs }: BudgetScope): number | null {
  if (charge === 'fapi-funding') return null;
  const text = headers.get(prefixes[charge] + windowName(windowMs));
  const used = Number(text);
  return text !== undefined && Number.isSafeInteger(used) && used > 0 ? used : null;
}

function windowName(windowMs: number): string {
  const { ms, letter } = [units['HOUR']!, units['MINUTE']!].find((unit) => windowMs % unit.ms === 0) ?? units['SECOND']!;
  return `${windowMs / ms}${letter}`;
}
