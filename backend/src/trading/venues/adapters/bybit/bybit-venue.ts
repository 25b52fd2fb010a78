import type { WeightBudget } from '../../budget/index.js';
import type { ClientOptions, Credentials, LeverageBracket } from '../../port/index.js';
import { keptBrackets } from '../brackets.js';
import { CcxtVenue, TtlCache, wireRow, type Call, type Params } from '../ccxt/index.js';
import { sharedRequest } from '../shared-request.client.js';
import { classify } from './classify.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { resultOf } from './envelope.js';
import { AlsoByAddress, BybitLimits } from './limits.js';

/** Stamps may be this old; the venue's own default is half of it. */
const RECEIVE_WINDOW_MS = 10_000;

/** What all accounts of Bybit share in a process, beside what all venues share: limits and prices. */
export class BybitVenue {
  readonly #cache = new TtlCache();
  readonly #venue: CcxtVenue<BybitEndpoint>;

  constructor(budget: WeightBudget, url?: string) {
    const limits = new BybitLimits();
    this.#venue = new CcxtVenue<BybitEndpoint>(
      {
        venue: 'bybit',
        options: { recvWindow: RECEIVE_WINDOW_MS },
        clocks: { api: { endpoint: endpoints.time, read: (body) => wireRow(endpoints.time.path, body).time('time').getTime() } },
        scopeOf: (endpoint, keyTag) => limits.scopeOf(endpoint, keyTag),
        classify,
        usedWeight: (answer, { scope }) => limits.usedWeight(answer, scope),
      },
      new AlsoByAddress(budget),
      url,
    );
  }

  open(credentials: Credentials, options: ClientOptions): Promise<Call<BybitEndpoint>> {
    return this.#venue.open(credentials, options);
  }

  serverTime(): Promise<Date> {
    return this.#venue.serverTime('api');
  }

  /** Asked for now. */
  askTime(options: ClientOptions): Promise<Date> {
    return this.#venue.askTime('api', options);
  }

  close(): Promise<void> {
    return this.#venue.close();
  }

  /** Of everybody: what needs no key. */
  ask(endpoint: BybitEndpoint, params: Params, options: ClientOptions): Promise<unknown> {
    return this.#venue.ask(endpoint, params, options);
  }

  brackets(
    symbol: string,
    options: ClientOptions,
    ask: (options: ClientOptions) => Promise<LeverageBracket[]>,
  ): Promise<LeverageBracket[]> {
    return keptBrackets(this.#cache, symbol, options, ask);
  }

  /** Requested once for all callers (shared-request.client.ts). */
  shared<T>(key: string, ttlMs: number, options: ClientOptions, ask: (options: ClientOptions) => Promise<T>): Promise<T> {
    return sharedRequest(this.#cache, key, ttlMs, options, ask);
  }

  prices(maxAgeMs: number, { lane, maxWaitMs }: ClientOptions): Promise<ReadonlyMap<string, string>> {
    return this.#cache.get('prices', maxAgeMs, async () => {
      // What is asked for everybody does not end because one of them calls off: no signal.
      const body = await this.#venue.ask(endpoints.tickers, { category: 'spot' }, { lane, maxWaitMs });
      const rows = resultOf(endpoints.tickers.path, body).rows('list');
      return new Map(rows.filter((row) => row.has('lastPrice')).map((row) => [row.text('symbol'), row.decimal('lastPrice')]));
    });
  }
}
