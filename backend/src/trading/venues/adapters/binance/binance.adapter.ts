import type { WeightBudget } from '../../budget/index.js';
import type { ClientOptions, Credentials, ExchangeClient, MarketData } from '../../port/index.js';
import type { VenueAdapter } from '../ccxt/index.js';
import { BinanceClient } from './binance.client.js';
import { BinanceMarket } from './binance-market.js';
import { BinanceVenue } from './binance-venue.js';

/** Binance through ccxt. `url` undefined: the real exchange. */
export class BinanceAdapter implements VenueAdapter {
  readonly #venue: BinanceVenue;

  constructor(budget: WeightBudget, url?: string, _hostname?: string, marketKey?: Credentials) {
    this.#venue = new BinanceVenue(budget, url, marketKey);
  }

  open(credentials: Credentials, options: ClientOptions): Promise<ExchangeClient> {
    return BinanceClient.open(this.#venue, credentials, options);
  }

  market(options: ClientOptions): MarketData {
    return new BinanceMarket(this.#venue, options);
  }

  time(options: ClientOptions): Promise<Date> {
    return this.#venue.askTime(options);
  }

  close(): Promise<void> {
    return this.#venue.close();
  }
}
