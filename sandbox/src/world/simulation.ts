import { Book } from './book.ts';
import type { FuturesFill, LedgerEvent, SpotFill } from './events.ts';
import type { Intent } from './intents.ts';
import type { Market } from './market.ts';
import type { RandomStreams, Rng } from './random.ts';
import { fundingOf } from './funding.ts';
import { FUNDING_INTERVAL, HISTORY_START, MINUTE, SECOND } from './time.ts';

export interface Style {
  /** Fees in BNB while there is some. */
  paysFeesInBnb: boolean;
  /** LONG and SHORT kept apart instead of one position a contract. */
  hedgeMode: boolean;
  /** Largest position a contract, in dollars. */
  maxPosition: number;
  /** Share of the quote balance one purchase spends, from..to. */
  spend: readonly [number, number];
}

/** The intents of one kind. */
export type Do<K extends Intent['do']> = Extract<Intent, { do: K }>;

/** What every kind of step needs: the member's state so far, their random streams, and the numbering of what they cause. */
export class Simulation {
  readonly book = new Book();
  readonly market: Market;
  readonly random: RandomStreams;
  readonly style: Style;
  /** Last fill by market and symbol ("spot:BTCUSDT"). */
  readonly lastFill = new Map<string, SpotFill | FuturesFill>();
  private readonly symbolOrder: readonly string[];
  private readonly record: (event: LedgerEvent) => void;
  private readonly idBase: number;
  private readonly numbering = new Map<string, { nextId: number; count: number }>();
  private readonly counters = new Map<string, number>();
  private nextFunding = HISTORY_START;

  /**
   * `symbolOrder` lists what the member trades; neighbours (0 and 1, 2 and 3, ...) share the first trade id, because ids on the exchange
   * are unique within a symbol only.
   */
  constructor(options: {
    market: Market;
    random: RandomStreams;
    style: Style;
    symbolOrder: readonly string[];
    record: (event: LedgerEvent) => void;
  }) {
    this.market = options.market;
    this.random = options.random;
    this.style = options.style;
    this.symbolOrder = options.symbolOrder;
    this.record = options.record;
    this.idBase = 100_000_000 + (this.random.hash('ids', 0) % 400_000_000);
  }

  emit(event: LedgerEvent): void {
    this.payFunding(event.time);
    this.note(event);
  }

  /** Funding of all positions up to `t`, in the order of time. */
  payFunding(t: number): void {
    for (; this.nextFunding <= t; this.nextFunding += FUNDING_INTERVAL) {
      for (const position of this.book.positions.values()) {
        const amount = fundingOf(position, this.market, this.nextFunding);
        if (amount === 0n) continue;
        this.note({
          kind: 'funding',
          time: this.nextFunding,
          symbol: position.symbol,
          positionSide: position.side,
          amount,
          ordinal: this.count('funding'),
        });
      }
    }
  }

  private note(event: LedgerEvent): void {
    this.book.apply(event);
    this.record(event);
  }

  /** 0, 1, 2, ... for each name. */
  count(name: string): number {
    const n = this.counters.get(name) ?? 0;
    this.counters.set(name, n + 1);
    return n;
  }

  /** Fills of a market so far: the ordinal of the next one. */
  fillsOf(key: string): number {
    return this.numbering.get(key)?.count ?? 0;
  }

  /** Id and visibility of the next fill of a market. Ids rise with gaps, as other people's trades lie between. */
  nextFill(key: string, time: number, rng: Rng): { id: number; visibleAt: number } {
    let n = this.numbering.get(key);
    if (!n) {
      const index = Math.max(0, this.symbolOrder.indexOf(key));
      n = { nextId: this.idBase + Math.floor(index / 2) * 7_000_000, count: 0 };
      this.numbering.set(key, n);
    }
    const id = n.nextId;
    n.nextId += 1 + rng.integer(0, 14);
    return { id, visibleAt: time + this.lag(key, n.count++) };
  }

  /** Most fills show at once, a few after seconds, very few after minutes. */
  private lag(key: string, ordinal: number): number {
    const rng = this.random.at(`lag:${key}`, ordinal);
    const u = rng.next();
    if (u < 0.97) return rng.integer(0, 500);
    return u < 0.995 ? rng.integer(0, 90 * SECOND) : rng.integer(0, 10 * MINUTE);
  }
}
