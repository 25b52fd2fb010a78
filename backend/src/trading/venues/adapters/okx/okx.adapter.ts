import type { WeightBudget } from '../../budget/index.js';
import type { ClientOptions, Credentials, ExchangeClient, MarketData } from '../../port/index.js';
import type { VenueAdapter } from '../ccxt/index.js';
import { OkxClient } from './okx.client.js';
import { OkxMarket } from './okx-market.js';
import { OkxVenue } from './okx-venue.js';

/** OKX through ccxt. `url` undefined: the real exchange; `hostname`: that of the region whose members bring keys. */
export class OkxAdapter implements VenueAdapter {
  readonly #venue: OkxVenue;

  constructor(budget: WeightBudget, url?: string, hostname?: string) {
    this.#venue = new OkxVenue(budget, url, hostname);
  }

  open(credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    return OkxClient.open(this.#venue, credentials, options);
  }

  market(options: ClientOptions): MarketData {
    return new OkxMarket(this.#venue, options);
  }

  time(options: ClientOptions): Promise<Date> {
    return this.#venue.askTime(options);
  }

  close(): Promise<void> {
    return this.#venue.close();
  }
}
