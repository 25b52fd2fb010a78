import type { WeightBudget } from '../../budget/index.js';
import { ExchangeGateway, type ClientOptions, type Credentials, type ExchangeClient, type Venue } from '../../port/index.js';
import { BinanceClient } from './binance-client.js';
import { BinanceVenue } from './binance-venue.js';

/** Opens clients of Binance through ccxt. `url` undefined: the real exchange. */
export class BinanceGateway extends ExchangeGateway {
  readonly #venue: BinanceVenue;

  constructor(budget: WeightBudget, url?: string) {
    super();
    this.#venue = new BinanceVenue(budget, url);
  }

  open(venue: Venue, credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    // One venue today; the type keeps it that way until there is a second adapter.
    return ({ binance: () => BinanceClient.open(this.#venue, credentials, options) } satisfies Record<Venue, () => Promise<ExchangeClient>>)[venue]();
  }

  /** Ends the kept-alive connections. */
  async onApplicationShutdown(): Promise<void> {
    await this.#venue.close();
  }
}
