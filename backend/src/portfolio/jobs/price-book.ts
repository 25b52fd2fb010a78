import type { AssetPrices, Closes } from '../../market/index.js';
import { scaled, type PriceSource } from '../engine/index.js';
import type { Reported } from '../ledger/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Instants at which prices are wanted, by asset or contract. */
export type Wants = Map<string, Set<number>>;

/**
 * Prices for one computation. What it does not have it answers as unknown, and remembers: once that is loaded, the computation is made again.
 * At the reading itself the exchange's own valuation counts.
 */
export class PriceBook implements PriceSource {
  readonly wantedCoins: Wants = new Map();
  readonly wantedContracts: Wants = new Map();
  readonly #coins = new Map<string, Map<number, bigint | null>>();
  readonly #contracts = new Map<string, Map<number, bigint | null>>();
  readonly #marks: ReadonlyMap<string, bigint>;

  constructor(private readonly reported: Reported) {
    this.#marks = new Map(reported.positions.map(({ symbol, mark }) => [symbol, mark]));
  }

  coin(asset: string, at: number): bigint | null {
    if (at === this.reported.readAt.getTime()) {
      const own = this.reported.prices.get(asset);
      if (own !== undefined) return own;
    }
    return find(this.#coins, this.wantedCoins, asset, minuteOf(at));
  }

  contract(symbol: string, at: number): bigint | null {
    if (at === this.reported.readAt.getTime()) {
      const own = this.#marks.get(symbol);
      if (own !== undefined) return own;
    }
    return find(this.#contracts, this.wantedContracts, symbol, minuteOf(at));
  }

  /** A price of every minute would be half a million a year: the hour's is near enough for a fee. */
  near(asset: string, minute: number): bigint | null {
    const hour = minute - (minute % HOUR_MS);
    return find(this.#coins, this.wantedCoins, asset, hour) ?? this.#coins.get(asset)?.get(minute - (minute % DAY_MS)) ?? null;
  }

  get isWanting(): boolean {
    return this.wantedCoins.size > 0 || this.wantedContracts.size > 0;
  }

  /** What was asked for and is told now; what is not told stays unknown for this computation. */
  learnCoins(prices: AssetPrices): void {
    for (const [asset, instants] of this.wantedCoins)
      for (const at of instants) remember(this.#coins, asset, at, prices.get(asset)?.get(at) ?? null);
    this.wantedCoins.clear();
  }

  learnContracts(closes: ReadonlyMap<string, Closes>): void {
    for (const [symbol, instants] of this.wantedContracts)
      for (const at of instants) remember(this.#contracts, symbol, at, closes.get(symbol)?.get(at) ?? null);
    this.wantedContracts.clear();
  }
}

/** The close of the minute that ended last. */
const minuteOf = (at: number): number => at - (at % MINUTE_MS);

function find(known: Map<string, Map<number, bigint | null>>, wanted: Wants, name: string, at: number): bigint | null {
  const price = known.get(name)?.get(at);
  if (price !== undefined) return price;
  const instants = wanted.get(name);
  if (instants) instants.add(at);
  else wanted.set(name, new Set([at]));
  return null;
}

function remember(known: Map<string, Map<number, bigint | null>>, name: string, at: number, price: string | null): void {
  const instants = known.get(name) ?? new Map<number, bigint | null>();
  known.set(name, instants);
  instants.set(at, price === null ? null : scaled(price));
}
