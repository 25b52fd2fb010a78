import type { WeightBudget } from '../../budget/index.js';
import {
  KeyTooPowerful,
  SymbolGone,
  type ClientOptions,
  type Credentials,
  type LeverageBracket,
  type Market,
  type MarketFilters,
  type SpotSymbol,
} from '../../port/index.js';
import { keptBrackets } from '../brackets.js';
import { CcxtVenue, TtlCache, wireRow, wireRows, type Call, type Params, type WireRow } from '../ccxt/index.js';
import { FILTERS_TTL_MS } from '../market-filters.rules.js';
import { sharedRequest } from '../shared-request.client.js';
import { readBrackets } from './brackets.js';
import { classify } from './classify.js';
import { readFilters } from './filters.mapper.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';
import { readKeyRights } from './key-rights.js';
import { BinanceLimits, usedWeight, type Announced } from './limits.js';

const CATALOGUE_MS = 600_000;
/** Announced limits are believed for so long, and asked for again after so long where the venue did not tell. */
const LIMITS_MS = 3_600_000;
const LIMITS_RETRY_MS = 60_000;

/** What all accounts of Binance share in a process, beside what all venues share: lists of symbols, prices, announced limits. */
export class BinanceVenue {
  readonly #limits = new BinanceLimits();
  readonly #cache = new TtlCache();
  readonly #venue: CcxtVenue<BinanceEndpoint>;
  readonly #marketKey: Credentials | undefined;
  readonly #announcements: Record<Announced, { learnt: boolean; nextAt: number; asking: Promise<void> | undefined }> = {
    api: { learnt: false, nextAt: 0, asking: undefined },
    fapi: { learnt: false, nextAt: 0, asking: undefined },
  };

  constructor(budget: WeightBudget, url?: string, marketKey?: Credentials) {
    this.#marketKey = marketKey;
    const readTime = (body: unknown) => wireRow('time', body).integer('serverTime');
    this.#venue = new CcxtVenue<BinanceEndpoint>(
      {
        venue: 'binance',
        clocks: { api: { endpoint: endpoints.time, read: readTime }, fapi: { endpoint: endpoints.futuresTime, read: readTime } },
        scopeOf: (endpoint, keyTag) => this.#limits.scopeOf(endpoint, keyTag),
        classify,
        usedWeight: (answer, { endpoint, scope }) => usedWeight(answer, endpoint, scope),
        beforeSigned: ({ charge }, { lane }) =>
          lane !== 'urgent' && (charge === 'api' || charge === 'fapi') ? this.#announced(charge) : undefined,
      },
      budget,
      url,
    );
  }

  open(credentials: Credentials, options: ClientOptions): Promise<Call<BinanceEndpoint>> {
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

  spotSymbols(options: ClientOptions): Promise<SpotSymbol[]> {
    return this.#cache.get('spot', CATALOGUE_MS, async () => {
      const body = await this.#venue.ask(endpoints.exchangeInfo, { showPermissionSets: 'false' }, ofEverybody(options));
      const symbols = wireRow('exchangeInfo', body)
        .rows('symbols')
        .map((row) => ({ symbol: row.text('symbol'), base: row.text('baseAsset'), quote: row.text('quoteAsset') }));
      this.#limits.learn('api', body);
      return symbols;
    });
  }

  async futuresSymbols(options: ClientOptions): Promise<string[]> {
    return [...(await this.#contracts(options)).keys()];
  }

  /** Spot pairs are requested one by one; contracts come in one list, which `futuresSymbols` reads as well. */
  filters(market: Market, symbol: string, options: ClientOptions): Promise<MarketFilters> {
    return sharedRequest(this.#cache, `filters ${market} ${symbol}`, FILTERS_TTL_MS, options, async (ours) => {
      const { path } = market === 'spot' ? endpoints.exchangeInfo : endpoints.futuresInfo;
      const row = market === 'spot' ? await this.#spotPair(symbol, ours) : (await this.#contracts(ours)).get(symbol);
      if (!row) throw new SymbolGone(symbol);
      return readFilters(path, market, row);
    });
  }

  async #spotPair(symbol: string, options: ClientOptions): Promise<WireRow | undefined> {
    const body = await this.#venue.ask(endpoints.exchangeInfo, { symbol, showPermissionSets: 'false' }, options);
    return wireRow('exchangeInfo', body)
      .rows('symbols')
      .find((row) => row.text('symbol') === symbol);
  }

  #contracts(options: ClientOptions): Promise<ReadonlyMap<string, WireRow>> {
    return this.#cache.get('futures', CATALOGUE_MS, async () => {
      const body = await this.#venue.ask(endpoints.futuresInfo, {}, ofEverybody(options));
      const rows = wireRow('futures exchangeInfo', body).rows('symbols');
      this.#limits.learn('fapi', body);
      return new Map(rows.map((row) => [row.text('symbol'), row]));
    });
  }

  /** Of everybody: what needs no key. */
  ask(endpoint: BinanceEndpoint, params: Params, options: ClientOptions): Promise<unknown> {
    return this.#venue.ask(endpoint, params, options);
  }

  prices(maxAgeMs: number, options: ClientOptions): Promise<ReadonlyMap<string, string>> {
    return this.#cache.get('prices', maxAgeMs, async () => {
      const body = await this.#venue.ask(endpoints.tickerPrice, {}, ofEverybody(options));
      return new Map(wireRows('ticker/price', body).map((row) => [row.text('symbol'), row.decimal('price')]));
    });
  }

  /** Signed with the operator's own key, which must not be able to do more than a member's may. Null without one. */
  async brackets(symbol: string, options: ClientOptions): Promise<LeverageBracket[] | null> {
    const key = this.#marketKey;
    if (!key) return null;
    return keptBrackets(this.#cache, symbol, options, async (ours) => {
      const call = await this.#venue.open(key, ours);
      const { excessive } = readKeyRights(endpoints.apiRestrictions.path, await call(endpoints.apiRestrictions));
      if (excessive.length > 0) throw new KeyTooPowerful(excessive);
      return readBrackets(await call(endpoints.leverageBracket, { symbol }), symbol);
    });
  }

  /** The limits are announced with the symbols: the first signed call of a process waits for them, later ones have them renewed beside. */
  #announced(charge: Announced): Promise<void> | undefined {
    const state = this.#announcements[charge];
    if (Date.now() >= state.nextAt) {
      state.nextAt = Date.now() + LIMITS_RETRY_MS;
      const options: ClientOptions = { lane: 'interactive', maxWaitMs: 5000 };
      state.asking = (charge === 'api' ? this.spotSymbols(options) : this.futuresSymbols(options)).then(
        () => {
          state.learnt = true;
          state.nextAt = Date.now() + LIMITS_MS;
        },
        // The last known or the documented limits go on; whatever fails here fails for the call itself, too.
        () => undefined,
      );
    }
    return state.learnt ? undefined : state.asking;
  }
}

/** What is asked for everybody does not end because one of them calls off. */
function ofEverybody({ lane, maxWaitMs }: ClientOptions): ClientOptions {
  return { lane, maxWaitMs };
}
