import type { Ticker } from '../venues/index.js';

/** The venue lists about 600 pairs in USDT. */
const MAX_PAIRS = 5000;

interface Known {
  ticker: Ticker;
  /** When it was heard, by our own clock that only goes forward. */
  heardAt: number;
}

/** The last price of each pair, put together from the stream and from full pictures. Times in milliseconds of performance.now(). */
export class TickerBoard {
  readonly #pairs = new Map<string, Known>();

  get size(): number {
    return this.#pairs.size;
  }

  /** Every pair, the highest turnover first. */
  ranked(): Ticker[] {
    return Array.from(this.#pairs.values(), ({ ticker }) => ticker).sort(
      (a, b) => b.turnover - a.turnover || (a.symbol < b.symbol ? -1 : 1),
    );
  }

  /** Applies changes of the stream. Returns the pairs whose price or change differs. */
  hear(tickers: readonly Ticker[], now: number): Ticker[] {
    return tickers.filter((ticker) => this.#put(ticker, now));
  }

  /**
   * Applies a snapshot that was requested at `askedAt`, and removes pairs that it lacks. Changes that the stream sent since then, or that
   * the venue dates later, win over the snapshot.
   */
  show(picture: readonly Ticker[], askedAt: number): void {
    const shown = new Set(picture.map(({ symbol }) => symbol));
    for (const [symbol, { heardAt }] of this.#pairs) if (!shown.has(symbol) && heardAt < askedAt) this.#pairs.delete(symbol);
    for (const ticker of picture) {
      const known = this.#pairs.get(ticker.symbol);
      if (known && (known.heardAt >= askedAt || isLater(known.ticker, ticker))) continue;
      this.#put(ticker, askedAt);
    }
  }

  clear(): void {
    this.#pairs.clear();
  }

  #put(ticker: Ticker, heardAt: number): boolean {
    const known = this.#pairs.get(ticker.symbol);
    if (!known && this.#pairs.size >= MAX_PAIRS) return false;
    this.#pairs.set(ticker.symbol, { ticker, heardAt });
    return known?.ticker.price !== ticker.price || known.ticker.change !== ticker.change;
  }
}

function isLater(one: Ticker, other: Ticker): boolean {
  return one.at !== null && other.at !== null && one.at > other.at;
}
