import type { SpotSymbol } from '../port/index.js';
import type { Cursor } from './sync-cursor.repository.js';

/**
 * Which spot symbols to ask for. No call lists a member's trades without a symbol, so symbols are guessed from the assets an account has
 * ever had (exchange.md section 1.1): every trade found may bring new assets, and these new symbols, until nothing is new.
 */
export class SpotDiscovery {
  readonly #assets = new Set<string>();
  readonly #bySymbol: ReadonlyMap<string, SpotSymbol>;
  readonly #visited = new Set<string>();

  constructor(
    private readonly universe: readonly SpotSymbol[],
    private readonly cursors: ReadonlyMap<string, Cursor>,
    /** Ask for symbols again that were searched before. */
    private readonly full: boolean,
  ) {
    this.#bySymbol = new Map(universe.map((symbol) => [symbol.symbol, symbol]));
    for (const { symbol, rowCount } of cursors.values()) if (rowCount > 0) this.traded(symbol, []);
  }

  /** How many symbols the venue lists. */
  get size(): number {
    return this.universe.length;
  }

  hold(assets: Iterable<string>): void {
    for (const asset of assets) this.#assets.add(asset);
  }

  /** Fills were found: both assets of the symbol and the assets fees were paid in were held once. */
  traded(symbol: string, feeAssets: Iterable<string>): void {
    const known = this.#bySymbol.get(symbol);
    if (known) this.hold([known.base, known.quote]);
    this.hold(feeAssets);
  }

  /** Symbols known to be traded, whatever the venue lists today, and those that somebody wished for. */
  known(): string[] {
    return this.#take(
      [...this.cursors.values()].filter(({ rowCount, state }) => rowCount > 0 || state === 'partial').map(({ symbol }) => symbol),
    );
  }

  /** Symbols between assets held that are worth asking for and were not asked for in this run. */
  candidates(): string[] {
    return this.#take(
      this.universe
        .filter((symbol) => this.#assets.has(symbol.base) && this.#assets.has(symbol.quote) && this.#isNews(symbol))
        .map(({ symbol }) => symbol),
    );
  }

  /** Symbols whose two coins are both among `coins`. */
  between(coins: ReadonlySet<string>): SpotSymbol[] {
    return this.universe.filter(({ base, quote }) => coins.has(base) && coins.has(quote));
  }

  /** Known symbols that one of `coins` is part of. */
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

  /** Symbols never asked for, those against an asset held first. */
  unsearched(): string[] {
    const never = this.universe.filter(({ symbol }) => !this.#visited.has(symbol) && !this.cursors.has(symbol));
    return [...never.filter(({ quote }) => this.#assets.has(quote)), ...never.filter(({ quote }) => !this.#assets.has(quote))].map(
      ({ symbol }) => symbol,
    );
  }

  /** Takes symbols out of what is still to be asked for. */
  visit(symbols: string[]): string[] {
    return this.#take(symbols);
  }

  /** Every symbol of the venue that was not asked for in this run. */
  rest(): string[] {
    return this.#take(this.universe.map(({ symbol }) => symbol));
  }

  #isNews({ symbol }: SpotSymbol): boolean {
    return this.full || !this.cursors.has(symbol);
  }

  #take(symbols: string[]): string[] {
    const fresh = symbols.filter((symbol) => !this.#visited.has(symbol));
    for (const symbol of fresh) this.#visited.add(symbol);
    return fresh;
  }
}
