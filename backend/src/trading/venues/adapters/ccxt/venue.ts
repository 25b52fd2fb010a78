import { createHash } from 'node:crypto';
import { inSpan } from '../../../../platform/observability/tracing.js';
import { WHOLE_ADDRESS, type BudgetScope, type WeightBudget } from '../../budget/index.js';
import {
  Banned,
  ClockSkew,
  VenueUnavailable,
  ExchangeError,
  KeyRejected,
  RateLimited,
  WireShape,
  type ClientOptions,
  type Credentials,
  type KeyScope,
  type Lane,
  type Venue,
} from '../../port/index.js';
import { loadCcxt, type CcxtModule, type Params, type Wire } from './ccxt-wire.js';
import { ClockDifference, type MeasuredClock } from './clock-difference.js';
import type { WireAnswer } from './wire-answer.js';

/** One call this product makes. Venues add what their own rules need to know of it. */
export interface Endpoint {
  /** ccxt's implicit method. */
  call: string;
  path: string;
  /** One of the definition's clocks. */
  host: string;
  weight: number | ((params: Params) => number);
  signed: boolean;
  /** Whose refusal it is when a key is refused there. */
  keyScope: KeyScope;
}

/** A call as it was made. */
export interface Asked<E extends Endpoint> {
  endpoint: E;
  params: Params;
  scope: BudgetScope;
}

/** What is a venue's own. */
export interface VenueDefinition<E extends Endpoint> {
  venue: Venue;
  /** Options of ccxt's instance. */
  options?: Readonly<Record<string, unknown>>;
  /** The host of this deployment's region, where the venue has several. */
  hostname?: string;
  /** How each host tells its time: milliseconds since 1970. Unsigned. */
  clocks: Readonly<Record<string, { endpoint: E; read: (body: unknown) => number }>>;
  /** The counter a call is charged to; `keyTag` tells accounts apart where the venue counts by account. Asked anew for each call. */
  scopeOf(endpoint: E, keyTag: string): BudgetScope;
  /** The error an answer stands for, or null for a good one. `venueTime` in milliseconds. */
  classify(answer: WireAnswer, asked: Asked<E>, venueTime: number): ExchangeError | null;
  /** The venue's own count for this scope in its present window, where the answer tells it. */
  usedWeight(answer: WireAnswer, asked: Asked<E>): number | null;
  /** Waited for before each signed call. */
  beforeSigned?(endpoint: E, options: ClientOptions): Promise<void> | undefined;
}

/** Calls in the name of one account. Resolves with the parsed body, whose shape nobody has checked yet. */
export interface Call<E extends Endpoint> {
  (endpoint: E, params?: Params): Promise<unknown>;
  /** The same account through another share of the limits. */
  inLane(lane: Lane): Call<E>;
}

const forClock: ClientOptions = { lane: 'urgent', maxWaitMs: 10_000 };

/** What all accounts of a venue share in a process: ccxt, connections, clocks, limits. */
export class CcxtVenue<E extends Endpoint> {
  readonly #clocks = new Map<string, ClockDifference>();
  #ccxt: Promise<CcxtModule> | null = null;
  #public: Wire | null = null;

  constructor(
    private readonly definition: VenueDefinition<E>,
    private readonly budget: WeightBudget,
    /** Where all calls go instead of the venue's own hosts. */
    private readonly base?: string,
  ) {}

  /** Calls signed with a member's key. Rejects with KeyRejected where no request could carry it. */
  async open(credentials: Credentials, options: ClientOptions): Promise<Call<E>> {
    assertUsable(credentials);
    const keyTag = createHash('sha256').update(credentials.apiKey).digest('hex').slice(0, 16);
    const signed = (await this.#load()).createWire(credentials);
    const within = (current: ClientOptions): Call<E> =>
      Object.assign(
        async (endpoint: E, params: Params = {}) =>
          this.#call(endpoint.signed ? signed : await this.#publicWire(), endpoint, params, current, keyTag),
        {
          inLane: (lane: Lane) => within({ ...current, lane }),
        },
      );
    return within(options);
  }

  /** A call that needs no key. */
  async ask(endpoint: E, params: Params, options: ClientOptions): Promise<unknown> {
    return this.#call(await this.#publicWire(), endpoint, params, options, '');
  }

  /** The clock of one of the venue's hosts. */
  async serverTime(host: string): Promise<Date> {
    const { difference } = await this.#clock(host).measured();
    return new Date(Date.now() - difference);
  }

  /** The same, asked for now. */
  async askTime(host: string, options: ClientOptions): Promise<Date> {
    const { endpoint, read } = this.definition.clocks[host]!;
    return new Date(read(await this.ask(endpoint, {}, options)));
  }

  /** Ends the kept-alive connections. */
  async close(): Promise<void> {
    if (this.#ccxt) await (await this.#ccxt).close();
  }

  #clock(host: string): ClockDifference {
    let clock = this.#clocks.get(host);
    if (!clock) {
      const { endpoint, read } = this.definition.clocks[host]!;
      clock = new ClockDifference(async () => read(await this.ask(endpoint, {}, forClock)));
      this.#clocks.set(host, clock);
    }
    return clock;
  }

  async #publicWire(): Promise<Wire> {
    const ccxt = await this.#load();
    this.#public ??= ccxt.createWire(null);
    return this.#public;
  }

  #load(): Promise<CcxtModule> {
    const { venue, options, hostname } = this.definition;
    this.#ccxt ??= loadCcxt({ venue, base: this.base, options, hostname }).catch((error: unknown) => {
      this.#ccxt = null;
      throw error;
    });
    return this.#ccxt;
  }

  /** A refused stamp has the clock measured anew and the request made once more. */
  async #call(wire: Wire, endpoint: E, params: Params, options: ClientOptions, keyTag: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      if (endpoint.signed) await this.definition.beforeSigned?.(endpoint, options);
      const stamp: { used: MeasuredClock | null } = { used: null };
      try {
        return await this.#attempt(wire, { endpoint, params, scope: this.definition.scopeOf(endpoint, keyTag) }, options, stamp);
      } catch (error) {
        if (options.signal?.aborted && !(error instanceof ExchangeError)) throw options.signal.reason;
        const known = error instanceof ExchangeError ? error : await this.#asExchangeError(error, endpoint);
        if (!(known instanceof ClockSkew) || attempt > 1 || !stamp.used) throw known;
        await this.#clock(endpoint.host).distrust(stamp.used);
      }
    }
  }

  /** Each weight that was taken is answered for exactly once, whatever becomes of the request. */
  async #attempt(
    wire: Wire,
    asked: Asked<E>,
    { lane, maxWaitMs, signal }: ClientOptions,
    stamp: { used: MeasuredClock | null },
  ): Promise<unknown> {
    const { endpoint, params, scope } = asked;
    const clock = this.#clock(endpoint.host);
    const telling = endpoint === this.definition.clocks[endpoint.host]!.endpoint;
    // The budget's windows are the venue's; only the question for the time goes out before they are known.
    if (!telling) await clock.measured();
    const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(params);
    await this.budget.take({ scope, weight, lane, maxWaitMs, aheadMs: clock.ahead, ...(signal && { signal }) });
    let used: number | null = null;
    try {
      signal?.throwIfAborted();
      // Once more: the turn may have been a minute away, and the clock distrusted meanwhile.
      if (endpoint.signed) stamp.used = await clock.measured();
      const { venue } = this.definition;
      const span = {
        name: `${venue} ${endpoint.call}`,
        kind: 'client',
        facts: { 'tidemark.exchange.venue': venue, 'tidemark.exchange.weight': weight },
      } as const;
      const errand = {
        kind: endpoint.path,
        timeDifference: stamp.used?.forStamps ?? 0,
        signal,
        onAnswer: (answer: WireAnswer) => {
          used = this.definition.usedWeight(answer, asked);
          const error = this.definition.classify(answer, asked, Date.now() - clock.ahead);
          if (error) throw this.#obeyed(error, scope);
        },
      };
      return await inSpan(span, () => wire.request(endpoint.call, params, errand));
    } finally {
      this.budget.answered(scope, weight, used);
    }
  }

  /** Closes what the venue closed, before anybody else asks. */
  #obeyed(error: ExchangeError, scope: BudgetScope): ExchangeError {
    const { venue } = this.definition;
    if (error instanceof Banned) this.budget.close(venue, WHOLE_ADDRESS, error.retryAfterMs);
    if (error instanceof VenueUnavailable && error.retryAfterMs > 0) this.budget.close(venue, WHOLE_ADDRESS, error.retryAfterMs);
    if (!(error instanceof RateLimited)) return error;
    this.budget.close(venue, scope.name, error.retryAfterMs);
    return new RateLimited(error.retryAfterMs, scope.name);
  }

  /** What came before or instead of an answer. ccxt's own messages are left behind: they quote the signed address. */
  async #asExchangeError(error: unknown, endpoint: E): Promise<ExchangeError> {
    const { errors } = await this.#load();
    const { name, code } = error as { name?: unknown; code?: unknown };
    const what = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown failure';
    if (error instanceof errors.AuthenticationError) return new KeyRejected(endpoint.keyScope, 'the key cannot sign a request');
    if (error instanceof errors.BaseError && !(error instanceof errors.OperationFailed)) return new WireShape(endpoint.path, what);
    if (error instanceof TypeError || error instanceof SyntaxError) return new WireShape(endpoint.path, what);
    return new VenueUnavailable(what);
  }
}

/** The key and the passphrase travel in headers, the secret signs. Anything else than these letters would fail deep in the HTTP client. */
function assertUsable({ apiKey, secretKey, passphrase }: Credentials): void {
  if (!/^[\x21-\x7e]{1,256}$/.test(apiKey)) throw new KeyRejected('spot', 'this is not an API key of the exchange');
  if (!/^[\x21-\x7e]{1,256}$/.test(secretKey)) throw new KeyRejected('spot', 'this is not the secret of an HMAC key');
  if (passphrase !== undefined && !/^[\x20-\x7e]{1,128}$/.test(passphrase))
    throw new KeyRejected('spot', 'this is not a passphrase of the exchange');
}
