/**
 * The errors of venues. Messages go to logs and runs: they never contain a signed URL, a key, or more than one line of a response.
 */
export abstract class ExchangeError extends Error {
  /** A later attempt may succeed. */
  abstract readonly passing: boolean;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A limit is used up: no calls in `scope` for `retryAfterMs`. */
export class RateLimited extends ExchangeError {
  readonly passing = true;
  constructor(
    readonly retryAfterMs: number,
    readonly scope: string,
  ) {
    super(`the exchange's limit of ${scope} is used up for ${Math.ceil(retryAfterMs / 1000)} s`);
  }
}

/** The venue has banned our address for `retryAfterMs`. */
export class Banned extends ExchangeError {
  readonly passing = true;
  constructor(readonly retryAfterMs: number) {
    super(`the exchange does not answer our address for ${Math.ceil(retryAfterMs / 1000)} s`);
  }
}

/** The venue rejected our timestamp, even after the clock was measured again. */
export class ClockSkew extends ExchangeError {
  readonly passing = true;
  constructor() {
    super('the exchange does not accept the time of our requests');
  }
}

export type KeyScope = 'spot' | 'futures';

/** Reasons for which a venue does not accept a key, each with the code of the problem that its member can solve. */
export const keyRefusals = {
  'keys of this exchange have a passphrase': 'passphrase',
  'not accepted': 'refused',
  'the account is barred': 'account',
  'the exchange has frozen the key': 'account',
  'the key belongs to another environment': 'environment',
  'the key cannot sign a request': 'secret',
  'the key does not admit our address': 'address',
  'the key has expired': 'expired',
  'the key is not allowed to read': 'permission',
  'the key is not allowed to read this': 'permission',
  'the key was not accepted': 'refused',
  'the passphrase does not belong to the key': 'passphrase',
  'the passphrase is missing': 'passphrase',
  'the request was not accepted': 'refused',
  'the secret key does not belong to the API key': 'secret',
  'the signature was not accepted': 'secret',
  'there is no such account': 'account',
  'this is not a passphrase of the exchange': 'passphrase',
  'this is not an API key of the exchange': 'refused',
  'this is not the secret of an HMAC key': 'secret',
  'unknown key': 'unknown',
  'unknown or revoked key': 'unknown',
  'unknown or revoked key, or a key of another environment': 'environment',
  'unknown or revoked key, or a key of another region': 'environment',
  'unknown or revoked key, or a key that does not admit our address': 'unknown-or-address',
} as const;

export type KeyRefusal = keyof typeof keyRefusals;

/** The venue does not accept the key, or not for this part of the account. */
export class KeyRejected extends ExchangeError {
  readonly passing = false;
  constructor(
    readonly scope: KeyScope,
    readonly reason: KeyRefusal,
  ) {
    super(`the exchange refuses the key for ${scope} data: ${reason}`);
  }
}

/** The key may do more than read. */
export class KeyTooPowerful extends ExchangeError {
  readonly passing = false;
  constructor(readonly rights: string[]) {
    super(`the key may do more than read: ${rights.join(', ')}`);
  }
}

/** The venue's description of the key's rights is not understood, so the key is not used. */
export class RightsUnclear extends ExchangeError {
  readonly passing = false;
  constructor(problem: string) {
    super(`the rights of the key are not understood: ${problem}`);
  }
}

/** The venue no longer lists the symbol. */
export class SymbolGone extends ExchangeError {
  readonly passing = false;
  constructor(readonly symbol: string) {
    super(`the exchange does not know ${symbol} any more`);
  }
}

/** A malformed response, such as a proxy's page, a truncated body or a missing field. Nothing of it is used. */
export class WireShape extends ExchangeError {
  readonly passing = true;
  constructor(
    readonly endpoint: string,
    problem: string,
  ) {
    super(`${endpoint} answered something unexpected: ${problem}`);
  }
}

/** The venue did not answer, or asked to try later. */
export class VenueUnavailable extends ExchangeError {
  readonly passing = true;
  constructor(
    reason: string,
    /** When to try again. */
    readonly retryAfterMs = 0,
  ) {
    super(`the exchange is out of reach: ${reason}`);
  }
}

/** The venue rejected the request as wrong or unsupported. Another attempt cannot succeed. */
export class VenueRejected extends ExchangeError {
  readonly passing = false;
  constructor(
    readonly endpoint: string,
    readonly status: number,
    readonly code: number | null,
    reason: string,
  ) {
    super(`${endpoint} was refused (HTTP ${status}${code === null ? '' : `, code ${code}`}): ${reason}`);
  }
}
