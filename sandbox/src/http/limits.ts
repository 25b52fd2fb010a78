import { WireError } from '../wire/errors.ts';

/**
 * api and fapi: one counter an address. sapi endpoints: a counter each, per address (`sapi-ip`) or per account (`sapi-uid`).
 * `sapi-uid-second` is a UID limit a second: the withdrawal history's 10 requests. `fapi-funding`: requests for funding rates, an address
 * and five minutes.
 */
export type Scope = 'api' | 'fapi' | 'fapi-funding' | 'sapi-ip' | 'sapi-uid' | 'sapi-uid-second';

export type LimitTable = Record<Scope, number>;

export const defaultLimits: LimitTable = {
  api: 6000,
  fapi: 2400,
  'fapi-funding': 500,
  'sapi-ip': 12_000,
  'sapi-uid': 180_000,
  'sapi-uid-second': 180_000,
};

interface Window {
  start: number;
  used: number;
  firstRefusal: number | undefined;
  ignored: number;
}

interface Ban {
  until: number;
  length: number;
}

const MINUTE = 60_000;
/** The window of funding rates, in windows of the others. */
const FUNDING_WINDOWS = 5;
// Answers already under way when the first 429 left do not count as ignoring it.
const GRACE = 1_000;
const PATIENCE = 10;
const FIRST_BAN = 2 * MINUTE;
const EVERYBODY = '*';
const MANY = 10_000;
const LONGEST_BAN = 3 * 24 * 60 * MINUTE;

/** Counted by address for a whole host. */
const isHosts = (scope: Scope): boolean => scope === 'api' || scope === 'fapi' || scope === 'fapi-funding';

export interface Charge {
  scope: Scope;
  weight: number;
  path: string;
  ip: string;
  /** Account of the key, or the key itself when unknown. */
  account: string;
}

/** Fixed windows of the exchange's clock. Sends 429 above the limit, and 418 to an address that goes on regardless. */
export class Limits {
  readonly table: LimitTable = { ...defaultLimits };
  /** Length of the window of api and fapi, whole seconds; the exchange's own is a minute. */
  windowSeconds = 60;
  private readonly windows = new Map<string, Window>();
  private readonly bans = new Map<string, Ban>();

  reset(): void {
    Object.assign(this.table, defaultLimits);
    this.windowSeconds = 60;
    this.windows.clear();
    this.bans.clear();
  }

  /** 418 to every address, on api and fapi, until this time of the exchange. */
  ban(until: number): void {
    this.bans.set(EVERYBODY, { until, length: FIRST_BAN });
  }

  private key(c: Pick<Charge, 'scope' | 'path' | 'ip' | 'account'>): string {
    if (isHosts(c.scope)) return `${c.scope}|${c.ip}`;
    return c.scope === 'sapi-ip' ? `ip|${c.path}|${c.ip}` : `uid|${c.path}|${c.account}`;
  }

  private window(key: string, length: number, now: number): Window {
    const start = now - (now % length);
    let w = this.windows.get(key);
    if (w?.start !== start) {
      w = { start, used: 0, firstRefusal: undefined, ignored: 0 };
      this.windows.set(key, w);
      if (this.windows.size > MANY) this.dropOld(now);
    }
    return w;
  }

  private dropOld(now: number): void {
    for (const [key, w] of this.windows) if (w.start < now - FUNDING_WINDOWS * MINUTE) this.windows.delete(key);
  }

  /** Counts a request. Throws the refusal. */
  charge(c: Charge, now: number): void {
    const hard = isHosts(c.scope);
    const banned = hard ? (this.bans.get(EVERYBODY) ?? this.bans.get(c.ip)) : undefined;
    if (banned && now < banned.until) throw this.banned(banned, now);
    if (banned && banned === this.bans.get(EVERYBODY)) this.bans.delete(EVERYBODY);
    const length = this.length(c.scope);
    const w = this.window(this.key(c), length, now);
    w.used += c.weight;
    const limit = this.table[c.scope];
    if (w.used <= limit) return;
    if (w.firstRefusal === undefined) w.firstRefusal = now;
    else if (hard && now > w.firstRefusal + GRACE && ++w.ignored >= PATIENCE) {
      const ban: Ban = { length: Math.min(LONGEST_BAN, banned ? banned.length * 2 : FIRST_BAN), until: 0 };
      ban.until = now + ban.length;
      this.bans.set(c.ip, ban);
      throw this.banned(ban, now);
    }
    const wait = Math.max(1, Math.ceil((w.start + length - now) / 1000));
    const advice = 'Please use WebSocket Streams for live updates to avoid polling the API.';
    throw new WireError(
      429,
      -1003,
      `Too much request weight used; current limit is ${limit} request weight per ` +
        `${length === MINUTE ? '1 MINUTE' : `${length / 1000} SECOND`}. ${advice}`,
      wait,
    );
  }

  private banned(ban: Ban, now: number): WireError {
    const advice = 'Please use WebSocket Streams for live updates to avoid bans.';
    const wait = Math.ceil((ban.until - now) / 1000);
    return new WireError(418, -1003, `Way too much request weight used; IP banned until ${ban.until}. ${advice}`, wait);
  }

  private length(scope: Scope): number {
    if (scope === 'sapi-uid-second') return 1_000;
    if (scope === 'fapi-funding') return FUNDING_WINDOWS * this.windowSeconds * 1000;
    return isHosts(scope) ? this.windowSeconds * 1000 : MINUTE;
  }

  /** What exchangeInfo says of a scope's weight. */
  published(scope: 'api' | 'fapi'): { rateLimitType: string; interval: string; intervalNum: number; limit: number } {
    const minutes = this.windowSeconds % 60 === 0;
    return {
      rateLimitType: 'REQUEST_WEIGHT',
      interval: minutes ? 'MINUTE' : 'SECOND',
      intervalNum: minutes ? this.windowSeconds / 60 : this.windowSeconds,
      limit: this.table[scope],
    };
  }

  /** The three counters every answer shows. */
  headers(c: Charge | undefined, ip: string, now: number): Record<string, string> {
    const used = (scope: Scope, path: string, account: string): number => {
      const length = this.length(scope);
      const w = this.windows.get(this.key({ scope, path, ip, account }));
      return w?.start === now - (now % length) ? w.used : 0;
    };
    return {
      [`X-Mbx-Used-Weight-${this.windowSeconds % 60 === 0 ? `${this.windowSeconds / 60}m` : `${this.windowSeconds}s`}`]: String(
        used(c?.scope === 'fapi' || c?.scope === 'fapi-funding' ? 'fapi' : 'api', '', ''),
      ),
      'X-Sapi-Used-Ip-Weight-1m': String(c?.scope === 'sapi-ip' ? used('sapi-ip', c.path, '') : 0),
      'X-Sapi-Used-Uid-Weight-1m': String(c?.scope === 'sapi-uid' || c?.scope === 'sapi-uid-second' ? used(c.scope, c.path, c.account) : 0),
    };
  }
}
