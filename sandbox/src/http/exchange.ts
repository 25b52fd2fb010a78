import type { ChainFile } from '../chain/chain-file.ts';
import { Chains } from '../chain/chains.ts';
import { PushService } from '../push/push-service.ts';
import { BotApi } from '../telegram/bot-api.ts';
import { Market } from '../world/market.ts';
import { Ledgers } from '../world/ledger.ts';
import { Clock } from './clock.ts';
import { Faults } from './faults.ts';
import { Journal } from './journal.ts';
import { Limits } from './limits.ts';

/** All parts of one running sandbox. */
export class Exchange {
  readonly seed: string;
  readonly strict: boolean;
  readonly clock: Clock;
  readonly market: Market;
  readonly ledgers: Ledgers;
  readonly limits = new Limits();
  readonly journal = new Journal();
  readonly faults: Faults;
  readonly chains: Chains;
  readonly bot: BotApi;
  readonly push: PushService;

  constructor(options: { seed: string; strict: boolean; now: () => number; chainFile?: ChainFile }) {
    this.seed = options.seed;
    this.strict = options.strict;
    this.clock = new Clock(options.now);
    this.market = new Market(options.seed);
    this.ledgers = new Ledgers(options.seed, this.market);
    this.faults = new Faults(options.seed);
    this.chains = new Chains(() => this.clock.server(), options.chainFile);
    this.bot = new BotApi(() => this.clock.real());
    this.push = new PushService(() => this.clock.real());
  }
}
