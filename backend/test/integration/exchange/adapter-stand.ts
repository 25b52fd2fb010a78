import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { VenueGateway } from '../../../src/trading/venues/adapters/index.js';
import type { ClientOptions, ExchangeClient, FillsBySymbol } from '../../../src/trading/venues/port/index.js';
import { CountingBudget } from './counting-budget.js';
import { ExchangeDouble, type DoubleAccount, type Instead } from './exchange-double.js';

export const interactive: ClientOptions = { lane: 'interactive', maxWaitMs: 0 };

/** The adapter of Binance before a double of it: everything fresh for each test but the double's address. */
export class AdapterStand {
  double!: ExchangeDouble;
  budget!: CountingBudget;
  gateway!: VenueGateway;
  client!: ExchangeClient;

  constructor(readonly account: DoubleAccount) {
    beforeAll(async () => {
      this.double = await ExchangeDouble.start();
      this.double.accounts.push(account);
    });
    beforeEach(() => this.renew());
    afterAll(async () => {
      await this.gateway?.onApplicationShutdown();
      await this.double.stop();
    });
  }

  get fills(): FillsBySymbol {
    return this.client.fills as FillsBySymbol;
  }

  /** Answers `path` with `instead`, `times` times. */
  answerOnce(path: string, instead: Instead, times = 1): void {
    this.double.instead = (call) => (call.path === path && times-- > 0 ? instead : null);
  }

  private async renew(): Promise<void> {
    await this.gateway?.onApplicationShutdown();
    Object.assign(this.double, { instead: () => null, headers: {}, announced: {}, clockOffsetMs: 0 });
    this.double.calls.length = 0;
    this.budget = new CountingBudget();
    this.gateway = new VenueGateway(this.budget, this.double.url);
    this.client = await this.gateway.open('binance', this.account, interactive);
  }
}

/** What the work was refused with. */
export async function failure(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error('it did not fail');
}
