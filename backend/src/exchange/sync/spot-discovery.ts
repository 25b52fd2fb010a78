import type { SpotSymbol } from '../port/index.js';
import type { Cursor } from './cursors.js';

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
    /** Coins whose amount moved since trades were last read to their end. */
    private readonly moved: ReadonlySet<string>,
    private readonly full: boolean,
  ) {
    this.#bySymbol = new Map(universe.map((symbol) => [symbol.symbol, symbol]));
    for (const { symbol, rowCount } of cursors.values()) if (rowCount > 0) this.traded(symbol, []);
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

  /** Symbols known to be traded, whatever the venue lists today. */
  known(): string[] {
    return this.#take([...this.cursors.values()].filter(({ rowCount, state }) => rowCount > 0 || state === 'partial').map(({ symbol }) => symbol));
  }

  /** Symbols between assets held that are worth asking for and were not asked for in this run. */
  candidates(): string[] {
    return this.#take(this.universe.filter((symbol) => this.#assets.has(symbol.base) && this.#assets.has(symbol.quote) && this.#isNews(symbol)).map(({ symbol }) => symbol));
  }

  /** Symbols never asked for, those against an asset held first. */
  unsearched(): string[] {
    const never = this.universe.filter(({ symbol }) => !this.#visited.has(symbol) && !this.cursors.has(symbol));
    return [...never.filter(({ quote }) => this.#assets.has(quote)), ...never.filter(({ quote }) => !this.#assets.has(quote))].map(({ symbol }) => symbol);
  }

  /** Takes symbols out of what is still to be asked for. */
  visit(symbols: string[]): string[] {
    return this.#take(symbols);
  }

  /** Every symbol of the venue that was not asked for in this run. */
  rest(): string[] {
    return this.#take(this.universe.map(({ symbol }) => symbol));
  }

  #isNews({ symbol, base, quote }: SpotSymbol): boolean {
    return this.full || !this.cursors.has(symbol) || (this.moved.has(base) && this.moved.has(quote));
  }

  #take(symbols: string[]): string[] {
    const fresh = symbols.filter((symbol) => !this.#visited.has(symbol));
    for (const symbol of fresh) this.#visited.add(symbol);
    return fresh;
  }
}
