import { CLOSED_AT, coin, coinRank, contract, spotSymbol, STABLE } from './catalogue.ts';
import { fromFloat } from './decimal.ts';
import { CORNER, MoveSource, PriceCurve } from './price-curve.ts';
import { fraction, hashText, mix } from './random.ts';
import { DAY } from './time.ts';
import { Turnover } from './turnover.ts';

// Looked up once: in a VM context, where tests run, each look at a global is slow, and these are asked millions of times.
const { exp, floor, max, min } = Math;

export interface Candle {
  openTime: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

/** How much a coin follows the whole market, and how much it moves by itself; 1 is a major coin's whole movement. */
interface Nature {
  market: number;
  own: number;
}

const FUTURES_BASIS = Math.log(1.0004);

/**
 * Prices as a pure function of (seed, symbol, time). A coin's dollar price is its level times two random movements, the whole market's and
 * its own (see PriceCurve); the first coin is the market. A pair is the quotient of its coins' dollar prices, which keeps ETHBTC, ETHUSDT
 * and BTCUSDT consistent with each other.
 */
export class Market {
  private readonly seed: string;
  private readonly whole: MoveSource;
  private readonly curves = new Map<string, PriceCurve>();
  private readonly turnovers = new Map<string, Turnover>();
  private readonly extremes = new Map<string, { corner: number; high: number; low: number }>();

  constructor(seed: string) {
    this.seed = seed;
    this.whole = new MoveSource(`${seed}|market`);
  }

  private nature(code: string): Nature {
    if (code === 'USDT') return { market: 0, own: 0 };
    if (code === 'BTC') return { market: 1, own: 0 };
    if (STABLE.has(code)) return { market: 0, own: 0.003 };
    if (code === 'EUR') return { market: 0, own: 0.3 };
    const h = hashText(`${this.seed}|nature|${code}`);
    return { market: 0.85 + 0.4 * fraction(mix(h, 1)), own: 0.5 + 0.5 * fraction(mix(h, 2)) };
  }

  private curve(base: string, quote: string): PriceCurve {
    // Asked for by name millions of times: a short key costs less than two maps.
    const key = quote === 'USDT' ? base : `${base}/${quote}`;
    let curve = this.curves.get(key);
    if (!curve) {
      const [b, q] = [this.nature(base), this.nature(quote)];
      const parts = [
        { source: this.whole, weight: b.market - q.market },
        { source: this.source(base), weight: b.own },
        { source: this.source(quote), weight: -q.own },
      ];
      const level = Math.log(coin(base).usd) - Math.log(coin(quote).usd);
      curve = new PriceCurve(
        level,
        parts.filter(({ weight }) => weight !== 0),
        this.whole,
      );
      this.curves.set(key, curve);
    }
    return curve;
  }

  private source(code: string): MoveSource {
    return new MoveSource(`${this.seed}|price|${code}`);
  }

  private logPrice(base: string, quote: string, t: number): number {
    return this.curve(base, quote).at(openUntil(base, t));
  }

  /** Dollar price of a coin; USDT counts as a dollar. */
  usd(code: string, t: number): number {
    return code === 'USDT' ? 1 : exp(this.logPrice(code, 'USDT', t));
  }

  /** Last spot price, on the tick. */
  spot(symbol: string, t: number): bigint {
    const s = spotSymbol(symbol);
    return fromFloat(exp(this.logPrice(s.base, s.quote, t)), s.priceDecimals);
  }

  /** Last futures price, on the tick. */
  futures(symbol: string, t: number): bigint {
    const c = contract(symbol);
    return fromFloat(exp(this.logPrice(c.base, c.quote, t) + FUTURES_BASIS), c.priceDecimals);
  }

  /** Mark price, 8 decimals. */
  mark(symbol: string, t: number): bigint {
    const c = contract(symbol);
    return fromFloat(exp(this.logPrice(c.base, c.quote, t) + FUTURES_BASIS / 2), 8);
  }

  /** Open, high, low and close of [from, to]: no price in between lies outside high and low. */
  candle(symbol: string, market: 'spot' | 'futures', from: number, to: number): Candle {
    const s = market === 'spot' ? spotSymbol(symbol) : contract(symbol);
    const basis = market === 'spot' ? 0 : FUTURES_BASIS;
    const curve = this.curve(s.base, s.quote);
    const [first, last] = [openUntil(s.base, from), openUntil(s.base, to)];
    const { high, low } = curve.extremes(first, last);
    const price = (log: number): bigint => fromFloat(exp(log + basis), s.priceDecimals);
    return { openTime: from, open: price(curve.at(first)), high: price(high), low: price(low), close: price(curve.at(last)) };
  }

  /** The rolling day that ends at t, as the 24-hour tickers show it. */
  day(symbol: string, t: number): Candle {
    const s = spotSymbol(symbol);
    const corner = floor(t / CORNER);
    let known = this.extremes.get(symbol);
    if (known?.corner !== corner) {
      // Every one-second tick asks for the same day again: its corners change four times a minute.
      const [from, to] = [(corner + 1) * CORNER - DAY, corner * CORNER];
      known = { corner, ...this.curve(s.base, s.quote).extremes(openUntil(s.base, from), openUntil(s.base, to)) };
      this.extremes.set(symbol, known);
    }
    const first = this.logPrice(s.base, s.quote, t - DAY);
    const last = this.logPrice(s.base, s.quote, t);
    const price = (log: number): bigint => fromFloat(exp(log), s.priceDecimals);
    return {
      openTime: t - DAY,
      open: price(first),
      high: price(max(first, last, known.high)),
      low: price(min(first, last, known.low)),
      close: price(last),
    };
  }

  /** Turnover from `from` to `to` in base units; none in a closed pair. */
  volume(symbol: string, from: number, to: number): number {
    let turnover = this.turnovers.get(symbol);
    if (!turnover) {
      const own = new MoveSource(`${this.seed}|volume|${symbol}`);
      turnover = new Turnover(this.averageVolume(symbol), own, this.whole);
      this.turnovers.set(symbol, turnover);
    }
    const { base } = spotSymbol(symbol);
    return turnover.between(openUntil(base, from), openUntil(base, to));
  }

  /** Base units an average day turns over. */
  private averageVolume(symbol: string): number {
    const h = hashText(`${this.seed}|volume|${symbol}`);
    const { base, quote } = spotSymbol(symbol);
    // Two billion dollars a day for the first coin, a few millions for the last; a tenth of it against other coins than USDT.
    return 10 ** (9.3 - 0.06 * (coinRank.get(base) ?? 0) + 0.2 * fraction(h) - (quote === 'USDT' ? 0 : 1)) / coin(base).usd;
  }
}

/** A closed pair keeps its last price. */
function openUntil(base: string, t: number): number {
  const closedAt = CLOSED_AT[base];
  return closedAt === undefined ? t : min(t, closedAt);
}
