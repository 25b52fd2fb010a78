import type { WeightBudget } from '../../budget/index.js';
import type { ClientOptions, Credentials, ExchangeClient } from '../../port/index.js';
import type { VenueAdapter } from '../ccxt/index.js';
import { BinanceClient } from './binance-client.js';
import { BinanceVenue } from './binance-venue.js';

/** Binance through ccxt. `url` undefined: the real exchange. */
export class BinanceAdapter implements VenueAdapter {
  readonly #venue: BinanceVenue;

  constructor(budget: WeightBudget, url?: string) {
    this.#venue = new BinanceVenue(budget, url);
  }

  open(credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    return BinanceClient.open(this.#venue, credentials, options);
  }

  close(): Promise<void> {
    return this.#venue.close();
  }
}
