import type { ClientOptions, Credentials, ExchangeClient, MarketData } from '../../port/index.js';

/** One venue's face towards the gateway; made once a process with the budget and, in tests and development, another address. */
export interface VenueAdapter {
  open(credentials: Credentials, options: ClientOptions): Promise<ExchangeClient>;
  market(options: ClientOptions): MarketData;
  /** The venue's time, asked for now. */
  time(options: ClientOptions): Promise<Date>;
  /** Ends the kept-alive connections. */
  close(): Promise<void>;
}
