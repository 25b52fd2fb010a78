import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { VenueGateway } from '../../../../src/trading/venues/adapters/index.js';
import type {
  ClientOptions,
  Credentials,
  CursorPage,
  ExchangeClient,
  FillsByTime,
  TimeWindow,
  Venue,
} from '../../../../src/trading/venues/port/index.js';
import { CountingBudget } from '../counting-budget.js';
import type { VenueDouble } from './venue-double.js';

export { failure } from '../adapter-stand.js';
export const interactive: ClientOptions = { lane: 'interactive', maxWaitMs: 0 };

/** The adapter of a venue, through the real ccxt, before a double of it: everything fresh for each test but the double's address. */
export class VenueStand<D extends VenueDouble> {
  budget!: CountingBudget;
  gateway!: VenueGateway;
  client!: ExchangeClient;

  constructor(
    readonly venue: Venue,
    readonly double: D,
    readonly key: Credentials,
  ) {
    beforeAll(async () => {
      await double.listen();
    });
    beforeEach(async () => {
      await this.gateway?.onApplicationShutdown();
      double.renew();
      this.budget = new CountingBudget();
      this.gateway = new VenueGateway(this.budget, double.url);
      this.client = await this.gateway.open(venue, key, interactive);
    });
    afterAll(async () => {
      await this.gateway?.onApplicationShutdown();
      await double.stop();
    });
  }

  get fills(): FillsByTime {
    return this.client.fills as FillsByTime;
  }
}

/** All pages of a window, in the order in which they came. */
export async function whole<T>(
  window: TimeWindow,
  page: (window: TimeWindow, cursor: string | null) => Promise<CursorPage<T>>,
): Promise<{ rows: T[]; pages: number }> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    const answer: CursorPage<T> = await page(window, cursor);
    rows.push(...answer.rows);
    cursor = answer.next;
    if (cursor === null) return { rows, pages };
    if (pages > 200) throw new Error('no end');
  }
}
