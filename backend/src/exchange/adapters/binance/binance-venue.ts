import { createHash } from 'node:crypto';
import { WHOLE_ADDRESS, type WeightBudget } from '../../budget/index.js';
import {
  Banned,
  ClockSkew,
  ExchangeDown,
  ExchangeError,
  KeyRejected,
  RateLimited,
  WireShape,
  type ClientOptions,
  type Credentials,
  type SpotSymbol,
} from '../../port/index.js';
import { classify, type WireAnswer } from './classify.js';
import { ClockDifference } from './clock-difference.js';
import { loadCcxt, type CcxtModule, type Wire } from './ccxt-wire.js';
import { budgetScope, endpointOf, endpoints, keyScopeOf, usedWeight, type Endpoint } from './endpoints.js';
import { wireRow, wireRows } from './shapes.js';

export type Params = Record<string, string | number>;
export type Call = (endpoint: Endpoint, params?: Params) => Promise<unknown>;

const CATALOGUE_MS = 600_000;
const PRICES_MS = 5000;
const forClock: ClientOptions = { lane: 'urgent', maxWaitMs: 10_000 };

/** What all accounts of the venue share in a process: ccxt, connections, clock, limits, lists of symbols and prices. */
export class BinanceVenue {
  readonly clock = new ClockDifference(() => this.#serverTime());
  #ccxt: Promise<CcxtModule> | null = null;
  #public: Wire | null = null;
  readonly #kept = new Map<string, { at: number; value: Promise<unknown> }>();

  constructor(
    private readonly budget: WeightBudget,
    /** Where all calls go instead of the venue's own hosts. */
    private readonly base?: string,
  ) {}

  /** Calls in the name of one account. */
  async open(credentials: Credentials, options: ClientOptions): Promise<Call> {
    assertUsable(credentials);
    const keyTag = createHash('sha256').update(credentials.apiKey).digest('hex').slice(0, 16);
    const ccxt = await this.#load();
    const signed = ccxt.createWire(credentials, (answer) => this.#answered(answer, keyTag));
    return async (endpoint, params = {}) => this.#call(endpoint.signed ? signed : await this.#publicWire(), endpoint, params, options, keyTag);
  }

  async close(): Promise<void> {
    if (this.#ccxt) await (await this.#ccxt).close();
  }

  spotSymbols(options: ClientOptions): Promise<SpotSymbol[]> {
    return this.#keep('spot', CATALOGUE_MS, async () => {
      const body = await this.#ask(endpoints.exchangeInfo, { showPermissionSets: 'false' }, options);
      return wireRow('exchangeInfo', body)
        .rows('symbols')
        .map((row) => ({ symbol: row.text('symbol'), base: row.text('baseAsset'), quote: row.text('quoteAsset') }));
    });
  }

  futuresSymbols(options: ClientOptions): Promise<string[]> {
    return this.#keep('futures', CATALOGUE_MS, async () => {
      const body = await this.#ask(endpoints.futuresInfo, {}, options);
      return wireRow('futures exchangeInfo', body)
        .rows('symbols')
        .map((row) => row.text('symbol'));
    });
  }

  prices(options: ClientOptions): Promise<ReadonlyMap<string, string>> {
    return this.#keep('prices', PRICES_MS, async () => {
      const body = await this.#ask(endpoints.tickerPrice, {}, options);
      return new Map(wireRows('ticker/price', body).map((row) => [row.text('symbol'), row.decimal('price')]));
    });
  }

  async #serverTime(): Promise<number> {
    return wireRow('time', await this.#ask(endpoints.time, {}, forClock)).integer('serverTime');
  }

  async #ask(endpoint: Endpoint, params: Params, options: ClientOptions): Promise<unknown> {
    return this.#call(await this.#publicWire(), endpoint, params, options, '');
  }

  async #publicWire(): Promise<Wire> {
    const ccxt = await this.#load();
    this.#public ??= ccxt.createWire(null, (answer) => this.#answered(answer, ''));
    return this.#public;
  }

  #load(): Promise<CcxtModule> {
    this.#ccxt ??= loadCcxt(this.base).catch((error: unknown) => {
      this.#ccxt = null;
      throw error;
    });
    return this.#ccxt;
  }

  async #call(wire: Wire, endpoint: Endpoint, params: Params, { lane, maxWaitMs, signal }: ClientOptions, keyTag: string): Promise<unknown> {
    const scope = budgetScope(endpoint, keyTag);
    for (let attempt = 1; ; attempt++) {
      const difference = endpoint.signed ? await this.clock.forStamps() : 0;
      await this.budget.take({ scope, weight: endpoint.weight, lane, maxWaitMs, ...(signal && { signal }) });
      if (endpoint.signed) wire.setTimeDifference(difference);
      try {
        return await wire.request(endpoint.call, params);
      } catch (error) {
        const known = await this.#asExchangeError(error, endpoint);
        if (!(known instanceof ClockSkew) || attempt > 1) throw known;
        await this.clock.distrust(difference);
      }
    }
  }

  #answered(answer: WireAnswer, keyTag: string): void {
    const endpoint = endpointOf(answer.url.pathname);
    const scope = endpoint && budgetScope(endpoint, keyTag);
    const used = endpoint && scope ? usedWeight(endpoint, scope, answer.headers) : null;
    if (scope && used !== null) this.budget.observed(scope, used);
    const error = classify(answer, Date.now());
    if (error instanceof Banned) this.budget.close(WHOLE_ADDRESS, error.retryAfterMs);
    if (error instanceof RateLimited && scope) {
      this.budget.close(scope.name, error.retryAfterMs);
      throw new RateLimited(error.retryAfterMs, scope.name);
    }
    if (error) throw error;
  }

  /** What came before or instead of an answer. ccxt's own messages are left behind: they quote the signed address. */
  async #asExchangeError(error: unknown, endpoint: Endpoint): Promise<ExchangeError> {
    if (error instanceof ExchangeError) return error;
    const { errors } = await this.#load();
    const { name, code } = error as { name?: unknown; code?: unknown };
    const what = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown failure';
    if (error instanceof errors.AuthenticationError) return new KeyRejected(keyScopeOf(endpoint.path), 'the key cannot sign a request');
    if (error instanceof errors.BaseError && !(error instanceof errors.OperationFailed)) return new WireShape(endpoint.path, what);
    if (error instanceof TypeError || error instanceof SyntaxError) return new WireShape(endpoint.path, what);
    return new ExchangeDown(what);
  }

  #keep<T>(key: string, ms: number, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && Date.now() - known.at < ms) return known.value as Promise<T>;
    const value = read();
    this.#kept.set(key, { at: Date.now(), value });
    value.catch(() => {
      if (this.#kept.get(key)?.value === value) this.#kept.delete(key);
    });
    return value;
  }
}

/** The key travels in a header, the secret signs: both are letters and digits at this venue. Anything else would fail deep in the HTTP client. */
function assertUsable({ apiKey, secretKey }: Credentials): void {
  if (!/^[\x21-\x7e]{1,256}$/.test(apiKey)) throw new KeyRejected('spot', 'this is not an API key of the exchange');
  if (!/^[\x21-\x7e]{1,256}$/.test(secretKey)) throw new KeyRejected('spot', 'this is not the secret of an HMAC key');
}
