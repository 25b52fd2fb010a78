import type { SpotSymbol } from '../venues/index.js';
import type { Cursor } from './sync-cursor.repository.js';

/**
 * Finds the spot symbols to read. No call lists trades without a symbol, so symbols are derived from the assets that an account has ever
 * held (exchange.md section 1.1): every trade may bring new assets, and these new symbols, until nothing is new.
 */
export class SpotDiscovery {
  readonly #assets = new Set<string>();
  readonly #bySymbol: ReadonlyMap<string, SpotSymbol>;
  readonly #visited = new Set<string>();

  constructor(
    private readonly universe: readonly SpotSymbol[],
    private readonly cursors: ReadonlyMap<string, Cursor>,
    /** Read symbols again that were searched before. */
    private readonly full: boolean,
  ) {
    this.#bySymbol = new Map(universe.map((symbol) => [symbol.symbol, symbol]));
    for (const { symbol, rowCount } of cursors.values()) if (rowCount > 0) this.traded(symbol, []);
  }

  /** Number of symbols that the venue lists. */
  get size(): number {
    return this.universe.length;
  }

  hold(assets: Iterable<string>): void {
    for (const asset of assets) this.#assets.add(asset);
  }

  /** Adds the assets of a traded symbol and those that fees were paid in. */
  traded(symbol: string, feeAssets: Iterable<string>): void {
    const known = this.#bySymbol.get(symbol);
    if (known) this.hold([known.base, known.quote]);
    this.hold(feeAssets);
  }

  /** Takes symbols known to be traded, even if delisted, and those added by people. */
  known(): string[] {
    return this.#take(
      [...this.cursors.values()].filter(({ rowCount, state }) => rowCount > 0 || state === 'partial').map(({ symbol }) => symbol),
    );
  }

  /** Takes the symbols between assets held that were not read in this run. */
  candidates(): string[] {
    return this.#take(
      this.universe
        .filter((symbol) => this.#assets.has(symbol.base) && this.#assets.has(symbol.quote) && this.#isNew(symbol))
        .map(({ symbol }) => symbol),
    );
  }

  /** Returns symbols whose two coins are both among `coins`. */
  between(coins: ReadonlySet<string>): SpotSymbol[] {
    return this.universe.filter(({ base, quote }) => coins.has(base) && coins.has(quote));
  }

  /** Returns traded symbols that contain one of `coins`. */
  touching(coins: ReadonlySet<string>): string[] {
    return [...this.cursors.values()]
      .filter(({ symbol, rowCount }) => {
        const pair = this.#bySymbol.get(symbol);
        return rowCount > 0 && pair !== undefined && (coins.has(pair.base) || coins.has(pair.quote));
      })
      .map(({ symbol }) => symbol);
  }

  /** The venue's symbols by name. */
  get pairs(): ReadonlyMap<string, SpotSymbol> {
    return this.#bySymbol;
  }

  /** Returns symbols that were never read, those quoted in an asset held first. */
  unsearched(): string[] {
    const never = this.universe.filter(({ symbol }) => !this.#visited.has(symbol) && !this.cursors.has(symbol));
    return [...never.filter(({ quote }) => this.#assets.has(quote)), ...never.filter(({ quote }) => !this.#assets.has(quote))].map(
      ({ symbol }) => symbol,
    );
  }

  /** Takes symbols, so that they are not read again in this run. */
  visit(symbols: string[]): string[] {
    return this.#take(symbols);
  }

  /** Takes every symbol that was not read in this run. */
  remaining(): string[] {
    return this.#take(this.universe.map(({ symbol }) => symbol));
  }

  #isNew({ symbol }: SpotSymbol): boolean {
    return this.full || !this.cursors.has(symbol);
  }

  #take(symbols: string[]): string[] {
    const fresh = symbols.filter((symbol) => !this.#visited.has(symbol));
    for (const symbol of fresh) this.#visited.add(symbol);
    return fresh;
  }
}
