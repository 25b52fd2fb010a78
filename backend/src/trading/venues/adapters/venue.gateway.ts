import type { WeightBudget } from '../budget/index.js';
import {
  ExchangeGateway,
  type ClientOptions,
  type Credentials,
  type ExchangeClient,
  type MarketData,
  type MarketDataGateway,
  type Venue,
  type VenueClocks,
} from '../port/index.js';
import { BinanceAdapter } from './binance/index.js';
import { BybitAdapter } from './bybit/index.js';
import type { VenueAdapter } from './ccxt/index.js';
import { OkxAdapter } from './okx/index.js';

type AdapterClass = new (budget: WeightBudget, url?: string, hostname?: string, marketKey?: Credentials) => VenueAdapter;

const adapters: Record<Venue, AdapterClass> = { binance: BinanceAdapter, bybit: BybitAdapter, okx: OkxAdapter };

/** Opens clients of every venue; shared state of a venue is created on first use. `url` undefined: the real exchanges. */
export class VenueGateway extends ExchangeGateway implements MarketDataGateway, VenueClocks {
  readonly #made = new Map<Venue, VenueAdapter>();
  readonly #marketKeys: ReadonlyMap<Venue, Credentials>;

  constructor(
    private readonly budget: WeightBudget,
    private readonly url?: string,
    /** Hosts of venues that have one for each region. */
    private readonly hosts: Partial<Record<Venue, string>> = {},
    /** The operator's own keys, for market data that needs a key. */
    marketKeys: ReadonlyMap<Venue, Credentials> = new Map(),
  ) {
    super();
    this.#marketKeys = marketKeys;
  }

  open(venue: Venue, credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    return this.#adapter(venue).open(credentials, options);
  }

  market(venue: Venue, options: ClientOptions): MarketData {
    return this.#adapter(venue).market(options);
  }

  now(venue: Venue, options: ClientOptions): Promise<Date> {
    return this.#adapter(venue).time(options);
  }

  /** Closes the keep-alive connections. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#made.values()].map((adapter) => adapter.close()));
  }

  #adapter(venue: Venue): VenueAdapter {
    let adapter = this.#made.get(venue);
    if (!adapter) {
      adapter = new adapters[venue](this.budget, this.url, this.hosts[venue], this.#marketKeys.get(venue));
      this.#made.set(venue, adapter);
    }
    return adapter;
  }
}
