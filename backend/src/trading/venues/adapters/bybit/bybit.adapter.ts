import type { WeightBudget } from '../../budget/index.js';
import type { ClientOptions, Credentials, ExchangeClient, MarketData } from '../../port/index.js';
import type { VenueAdapter } from '../ccxt/index.js';
import { BybitClient } from './bybit.client.js';
import { BybitMarket } from './bybit-market.js';
import { BybitVenue } from './bybit-venue.js';

/** Bybit through ccxt. `url` undefined: the real exchange. */
export class BybitAdapter implements VenueAdapter {
  readonly #venue: BybitVenue;

  constructor(budget: WeightBudget, url?: string) {
    this.#venue = new BybitVenue(budget, url);
  }

  open(credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    return BybitClient.open(this.#venue, credentials, options);
  }

  market(options: ClientOptions): MarketData {
    return new BybitMarket(this.#venue, options);
  }

  time(options: ClientOptions): Promise<Date> {
    return this.#venue.askTime(options);
  }

  close(): Promise<void> {
    return this.#venue.close();
  }
}
