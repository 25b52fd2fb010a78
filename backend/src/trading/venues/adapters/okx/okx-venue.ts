import type { WeightBudget } from '../../budget/index.js';
import { KeyRejected, type ClientOptions, type Credentials, type LeverageBracket } from '../../port/index.js';
import { keptBrackets } from '../brackets.js';
import { CcxtVenue, TtlCache, type Call, type Params } from '../ccxt/index.js';
import { sharedRequest } from '../shared-request.client.js';
import { classify } from './classify.js';
import { contractKinds, ContractSizes } from './contract-sizes.js';
import { A_SECOND, endpoints, type OkxEndpoint } from './endpoints.js';
import { rowOf, rowsOf } from './envelope.js';

const CATALOGUE_MS = 600_000;
/** A contract that is not in the list may have been listed since; one that is gone is not asked for again and again. */
const RENEWED_MS = 60_000;

/** What all accounts of OKX share in a process, beside what all venues share: contract sizes and prices. */
export class OkxVenue {
  readonly #cache = new TtlCache();
  readonly #venue: CcxtVenue<OkxEndpoint>;

  constructor(budget: WeightBudget, url?: string, hostname?: string) {
    this.#venue = new CcxtVenue<OkxEndpoint>(
      {
        venue: 'okx',
        ...(hostname !== undefined && { hostname }),
        clocks: { api: { endpoint: endpoints.time, read: (body) => rowOf(endpoints.time.path, body).time('ts').getTime() } },
        // By account and endpoint, or by our address and endpoint; there is no limit of all calls together.
        scopeOf: ({ path, signed }, keyTag) => ({
          venue: 'okx',
          name: signed ? `uid:${keyTag}:${path}` : `address:${path}`,
          limit: A_SECOND,
          windowMs: 1000,
        }),
        classify,
        // The venue does not tell what is used.
        usedWeight: () => null,
      },
      budget,
      url,
    );
  }

  async open(credentials: Credentials, options: ClientOptions): Promise<Call<OkxEndpoint>> {
    if (!credentials.passphrase) throw new KeyRejected('spot', 'keys of this exchange have a passphrase');
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

  /** Sizes of contracts, these among them if the venue lists them. */
  async sizesFor(instIds: readonly string[], options: ClientOptions): Promise<ContractSizes> {
    if (instIds.length === 0) return new ContractSizes([]);
    const known = await this.#sizes(CATALOGUE_MS, options);
    return instIds.every((id) => known.knows(id)) ? known : this.#sizes(RENEWED_MS, options);
  }

  /** Of everybody: what needs no key. */
  ask(endpoint: OkxEndpoint, params: Params, options: ClientOptions): Promise<unknown> {
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
      const rows = rowsOf(endpoints.tickers.path, await this.#venue.ask(endpoints.tickers, { instType: 'SPOT' }, { lane, maxWaitMs }));
      return new Map(rows.filter((row) => row.has('last')).map((row) => [row.text('instId').replace('-', ''), row.decimal('last')]));
    });
  }

  /** Names of the spot pairs that trade today. */
  spotIds(maxAgeMs: number, { lane, maxWaitMs }: ClientOptions): Promise<ReadonlySet<string>> {
    return this.#cache.get('ids', maxAgeMs, async () => {
      const rows = rowsOf(endpoints.tickers.path, await this.#venue.ask(endpoints.tickers, { instType: 'SPOT' }, { lane, maxWaitMs }));
      return new Set(rows.map((row) => row.text('instId')));
    });
  }

  /** What is asked for everybody does not end because one of them calls off: no signal. */
  #sizes(maxAgeMs: number, { lane, maxWaitMs }: ClientOptions): Promise<ContractSizes> {
    return this.#cache.get('sizes', maxAgeMs, async () => {
      const { path } = endpoints.instruments;
      const lists = contractKinds.map(async (instType) =>
        rowsOf(path, await this.#venue.ask(endpoints.instruments, { instType }, { lane, maxWaitMs })),
      );
      return new ContractSizes(await Promise.all(lists));
    });
  }
}
