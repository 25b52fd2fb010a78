/**
 * How a venue's refusals look from inside. Messages are for logs and for the run's record: they never hold an address with a signature,
 * a key, or a body of the venue longer than a line.
 */
export abstract class ExchangeError extends Error {
  /** Trying again later can help. */
  abstract readonly passing: boolean;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A limit is used up; nothing may be asked in `scope` for `retryAfterMs`. */
export class RateLimited extends ExchangeError {
  readonly passing = true;
  constructor(
    readonly retryAfterMs: number,
    readonly scope: string,
  ) {
    super(`the exchange's limit of ${scope} is used up for ${Math.ceil(retryAfterMs / 1000)} s`);
  }
}

/** Our address is shut out altogether for `retryAfterMs`. */
export class Banned extends ExchangeError {
  readonly passing = true;
  constructor(readonly retryAfterMs: number) {
    super(`the exchange does not answer our address for ${Math.ceil(retryAfterMs / 1000)} s`);
  }
}

/** Our time stamp was not accepted, after the clock was measured anew. */
export class ClockSkew extends ExchangeError {
  readonly passing = true;
  constructor() {
    super('the exchange does not accept the time of our requests');
  }
}

export type KeyScope = 'spot' | 'futures';

/** The venue does not accept the key, or not for this part of the account. */
export class KeyRejected extends ExchangeError {
  readonly passing = false;
  constructor(
    readonly scope: KeyScope,
    readonly reason: string,
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

/** The venue told the key's rights in a way that nobody understands: the key is not used, because it may do anything. */
export class RightsUnclear extends ExchangeError {
  readonly passing = false;
  constructor(problem: string) {
    super(`the rights of the key are not understood: ${problem}`);
  }
}

/** The venue does not know the symbol any more. */
export class SymbolGone extends ExchangeError {
  readonly passing = false;
  constructor(readonly symbol: string) {
    super(`the exchange does not know ${symbol} any more`);
  }
}

/** An answer that is not what it should be: a proxy's page, a cut body, a missing field. Nothing of it may be believed. */
export class WireShape extends ExchangeError {
  readonly passing = true;
  constructor(
    readonly endpoint: string,
    problem: string,
  ) {
    super(`${endpoint} answered something unexpected: ${problem}`);
  }
}

/** No answer, or one that says "later". */
export class ExchangeDown extends ExchangeError {
  readonly passing = true;
  constructor(
    reason: string,
    /** How long the venue is better left alone. */
    readonly retryAfterMs = 0,
  ) {
    super(`the exchange is out of reach: ${reason}`);
  }
}

/** The venue understood and says no: a wrong request of ours, or something it does not offer. Asking again cannot help. */
export class RequestRefused extends ExchangeError {
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
