import type { AssetPrices, Closes } from '../../market/index.js';
import { scaled, type PriceSource } from '../engine/index.js';
import type { Reported } from '../ledger/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Instants of missing prices, by asset or contract. */
export type MissingPrices = Map<string, Set<number>>;

/**
 * Prices for one computation. Missing prices are returned as unknown and collected; once they are loaded, the computation is repeated. At
 * the reading itself the exchange's own valuation counts.
 */
export class PriceBook implements PriceSource {
  readonly missingCoins: MissingPrices = new Map();
  readonly missingContracts: MissingPrices = new Map();
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
    return find(this.#coins, this.missingCoins, asset, minuteOf(at));
  }

  contract(symbol: string, at: number): bigint | null {
    if (at === this.reported.readAt.getTime()) {
      const own = this.#marks.get(symbol);
      if (own !== undefined) return own;
    }
    return find(this.#contracts, this.missingContracts, symbol, minuteOf(at));
  }

  /** Returns the price at the hour, which is precise enough for fees: minutes would be half a million a year. */
  near(asset: string, minute: number): bigint | null {
    const hour = minute - (minute % HOUR_MS);
    return find(this.#coins, this.missingCoins, asset, hour) ?? this.#coins.get(asset)?.get(minute - (minute % DAY_MS)) ?? null;
  }

  get hasMissing(): boolean {
    return this.missingCoins.size > 0 || this.missingContracts.size > 0;
  }

  /** Adds loaded prices; those still missing stay unknown for this computation. */
  addCoins(prices: AssetPrices): void {
    for (const [asset, instants] of this.missingCoins)
      for (const at of instants) remember(this.#coins, asset, at, prices.get(asset)?.get(at) ?? null);
    this.missingCoins.clear();
  }

  addContracts(closes: ReadonlyMap<string, Closes>): void {
    for (const [symbol, instants] of this.missingContracts)
      for (const at of instants) remember(this.#contracts, symbol, at, closes.get(symbol)?.get(at) ?? null);
    this.missingContracts.clear();
  }
}

/** Returns the end of the last full minute. */
const minuteOf = (at: number): number => at - (at % MINUTE_MS);

function find(known: Map<string, Map<number, bigint | null>>, missing: MissingPrices, name: string, at: number): bigint | null {
  const price = known.get(name)?.get(at);
  if (price !== undefined) return price;
  const instants = missing.get(name);
  if (instants) instants.add(at);
  else missing.set(name, new Set([at]));
  return null;
}

function remember(known: Map<string, Map<number, bigint | null>>, name: string, at: number, price: string | null): void {
  const instants = known.get(name) ?? new Map<number, bigint | null>();
  known.set(name, instants);
  instants.set(at, price === null ? null : scaled(price));
}
