import type { Exchange } from '../http/exchange.ts';
import type { ApiKey } from '../http/keys.ts';
import type { Scope } from '../http/limits.ts';
import { errors } from '../wire/errors.ts';
import type { Wire } from '../wire/json.ts';
import type { Ledger } from '../world/ledger.ts';

/** A request's parameters, read the way the exchange reads them. */
export class Params {
  private readonly all: URLSearchParams;
  private readonly strict: boolean;

  constructor(all: URLSearchParams, strict: boolean) {
    this.all = all;
    this.strict = strict;
  }

  text(name: string): string | undefined {
    const value = this.all.get(name);
    return value === null || value === '' ? undefined : value;
  }

  /** A whole number; -1100 for anything else. */
  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,20}$/.test(value)) throw errors.illegal(name);
    return Number(value);
  }

  flag(name: string): boolean {
    return this.text(name)?.toLowerCase() === 'true';
  }

  /** The page size: more than the maximum is cut to it, or -1130 in strict mode. */
  limit(standard: number, max: number, name = 'limit'): number {
    const value = this.whole(name) ?? standard;
    if (value < 1) throw errors.badValue(name);
    if (value > max && this.strict) throw errors.badValue(name);
    return Math.min(value, max);
  }
}

export interface PublicCall {
  exchange: Exchange;
  params: Params;
  market: Exchange['market'];
  /** The world's time: everything answered is as of this moment. */
  now: number;
}

export interface SignedCall extends PublicCall {
  key: ApiKey;
  ledger: Ledger;
}

interface RouteBase {
  method: 'GET' | 'POST';
  path: string;
  scope: Scope;
  weight: number | ((params: URLSearchParams) => number);
  /** Parameters it reads; others are ignored, or -1104 in strict mode. */
  reads?: readonly string[];
  /** Parameters it cannot do without: -1102. */
  needs?: readonly string[];
}

export type Route =
  (RouteBase & { signed: false; answer: (call: PublicCall) => Wire }) | (RouteBase & { signed: true; answer: (call: SignedCall) => Wire });
