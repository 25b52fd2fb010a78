import { Book } from './book.ts';
import type {
  AlgoOrder,
  Conversion,
  Deposit,
  Dividend,
  Dust,
  Funding,
  FuturesFill,
  FuturesOrder,
  LedgerEvent,
  SpotFill,
  SpotOrder,
  Transfer,
  Withdrawal,
} from './events.ts';
import { inOrder } from './intents.ts';
import { Life } from './life.ts';
import type { Market } from './market.ts';
import { profiles } from './profiles.ts';
import { mix, hashText, RandomStreams } from './random.ts';
import { Simulation } from './simulation.ts';
import { run } from './simulator.ts';
import { DAY, LIFE_START } from './time.ts';

/** Everything that ever happens to one member, as far as somebody has looked. */
export class Ledger {
  readonly member: string;
  readonly uid: number;
  readonly hedgeMode: boolean;
  /** Spot symbols no list of the account hints at. */
  readonly hidden: readonly string[];
  readonly random: RandomStreams;
  readonly events: LedgerEvent[] = [];
  readonly spot = new Map<string, SpotFill[]>();
  readonly futures = new Map<string, FuturesFill[]>();
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly dust: Dust[] = [];
  readonly dividends: Dividend[] = [];
  readonly conversions: Conversion[] = [];
  readonly transfers: Transfer[] = [];
  readonly fundings: Funding[] = [];
  readonly orders: FuturesOrder[] = [];
  readonly algos: AlgoOrder[] = [];
  readonly spotOrders: SpotOrder[] = [];
  private readonly simulation: Simulation;
  private readonly life: Life;
  private daysLived = 0;
  private view = new Book();
  private viewed = 0;
  private viewTime = 0;

  constructor(seed: string, profile: string, n: number, market: Market) {
    const found = profiles.get(profile);
    if (!found) throw new Error(`unknown profile ${profile}`);
    this.member = `${profile}-${n}`;
    this.random = new RandomStreams(seed, this.member);
    this.uid = 10_000_000 + (mix(hashText(`${seed}|uid`), hashText(this.member)) % 900_000_000);
    const plan = found.plan(this.random);
    this.hidden = plan.hidden;
    this.hedgeMode = plan.style.hedgeMode;
    this.life = new Life(plan.life, this.random, market, plan.style.hedgeMode);
    this.simulation = new Simulation({
      market,
      random: this.random,
      style: plan.style,
      symbolOrder: plan.symbolOrder,
      record: (event) => this.record(event),
    });
    for (const intent of inOrder(plan.history)) run(this.simulation, intent);
    this.simulation.payFunding(LIFE_START);
  }

  /** Lives on until at least the end of the day of `t`. */
  reach(t: number): void {
    if (!this.life.exists) return;
    while (LIFE_START + this.daysLived * DAY <= t) {
      const day = this.life.day(this.daysLived++);
      this.orders.push(...day.orders);
      this.algos.push(...day.algos);
      this.spotOrders.push(...day.spotOrders);
      for (const intent of inOrder(day.intents)) run(this.simulation, intent);
      this.simulation.payFunding(LIFE_START + this.daysLived * DAY - 1);
    }
  }

  private record(event: LedgerEvent): void {
    this.events.push(event);
    switch (event.kind) {
      case 'spot':
        return append(this.spot, event.symbol, event);
      case 'futures':
        return append(this.futures, event.symbol, event);
      case 'deposit':
        return void this.deposits.push(event);
      case 'withdrawal':
        return void this.withdrawals.push(event);
      case 'dust':
        return void this.dust.push(event);
      case 'dividend':
        return void this.dividends.push(event);
      case 'convert':
        return void this.conversions.push(event);
      case 'transfer':
        return void this.transfers.push(event);
      case 'funding':
        return void this.fundings.push(event);
    }
  }

  /** Balances and positions at `t`. The book is shared: read it before asking for another time. */
  bookAt(t: number): Book {
    this.reach(t);
    if (t < this.viewTime) {
      this.view = new Book();
      this.viewed = 0;
    }
    this.viewTime = t;
    for (;;) {
      const event = this.events[this.viewed];
      if (!event || event.time > t) return this.view;
      this.view.apply(event);
      this.viewed++;
    }
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Ledgers by member, built when first asked for. */
export class Ledgers {
  private readonly seed: string;
  private readonly market: Market;
  private readonly known = new Map<string, Ledger>();
  private readonly capacity: number;

  constructor(seed: string, market: Market, capacity = 500) {
    this.seed = seed;
    this.market = market;
    this.capacity = capacity;
  }

  /** `profile` must be one of `profiles`; n >= 1. */
  get(profile: string, n: number): Ledger {
    const key = `${profile}-${n}`;
    let ledger = this.known.get(key);
    if (ledger) this.known.delete(key);
    else ledger = new Ledger(this.seed, profile, n, this.market);
    // Least recently used first; a dropped one comes back the same.
    this.known.set(key, ledger);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= this.capacity) break;
      this.known.delete(oldest);
    }
    return ledger;
  }
}
