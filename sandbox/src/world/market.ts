import { CLOSED_AT, coin, coinRank, contract, spotSymbol, STABLE } from './catalogue.ts';
import { fromFloat } from './decimal.ts';
import { fraction, hashText, mix } from './random.ts';
import { DAY, MINUTE } from './time.ts';

// Looked up once: in a VM context, where tests run, each look at a global is slow, and these are asked millions of times.
const { exp, floor, min, sin } = Math;

export interface Candle {
  openTime: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

interface Curve {
  level: number;
  period: number;
  phase: number;
  amplitude: number;
  noise: number;
  noiseHash: number;
}

const FUTURES_BASIS = Math.log(1.0004);

/**
 * Prices as a pure function of (seed, symbol, time): p0 * exp(0.25 sin(2 pi t / P + f) + 0.02 n), n being hashed noise at whole minutes
 * and a straight line between them, so that prices also move within a minute. A pair is the quotient of its coins' dollar curves,
 * which keeps ETHBTC, ETHUSDT and BTCUSDT consistent with each other.
 */
export class Market {
  private readonly seed: string;
  private readonly curves = new Map<string, Curve>();
  private readonly extremes = new Map<string, { minute: number; high: number; low: number }>();

  constructor(seed: string) {
    this.seed = seed;
  }

  private curve(code: string): Curve {
    let curve = this.curves.get(code);
    if (!curve) {
      const h = hashText(`${this.seed}|price|${code}`);
      const stable = STABLE.has(code);
      curve = {
        level: Math.log(coin(code).usd),
        period: (40 + 160 * fraction(mix(h, 1))) * DAY,
        phase: 2 * Math.PI * fraction(mix(h, 2)),
        amplitude: stable ? 0 : code === 'EUR' ? 0.03 : 0.25,
        noise: code === 'USDT' ? 0 : stable ? 0.0004 : code === 'EUR' ? 0.002 : 0.02,
        noiseHash: mix(h, 3),
      };
      this.curves.set(code, curve);
    }
    return curve;
  }

  /** Natural logarithm of the dollar price. */
  private logUsd(code: string, t: number): number {
    if (code === 'USDT') return 0;
    const c = this.curve(code);
    const closedAt = CLOSED_AT[code];
    const at = closedAt === undefined ? t : min(t, closedAt);
    const minute = floor(at / MINUTE);
    const a = 2 * fraction(mix(c.noiseHash, minute)) - 1;
    const b = 2 * fraction(mix(c.noiseHash, minute + 1)) - 1;
    const noise = a + (b - a) * ((at - minute * MINUTE) / MINUTE);
    return c.level + c.amplitude * sin((2 * Math.PI * at) / c.period + c.phase) + c.noise * noise;
  }

  private logPrice(base: string, quote: string, t: number): number {
    return this.logUsd(base, t) - this.logUsd(quote, t);
  }

  /** Dollar price of a coin; USDT counts as a dollar. */
  usd(code: string, t: number): number {
    return exp(this.logUsd(code, t));
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

  /** Open, high, low and close of [from, to]. The curve bends at whole minutes only, so these are its corners. */
  candle(symbol: string, market: 'spot' | 'futures', from: number, to: number): Candle {
    const s = market === 'spot' ? spotSymbol(symbol) : contract(symbol);
    const basis = market === 'spot' ? 0 : FUTURES_BASIS;
    const first = this.logPrice(s.base, s.quote, from);
    const last = this.logPrice(s.base, s.quote, to);
    const { high, low } = this.corners(s.base, s.quote, from, to);
    const price = (log: number): bigint => fromFloat(exp(log + basis), s.priceDecimals);
    return {
      openTime: from,
      open: price(first),
      high: price(Math.max(first, last, high)),
      low: price(min(first, last, low)),
      close: price(last),
    };
  }

  private corners(base: string, quote: string, from: number, to: number): { high: number; low: number } {
    let high = -Infinity;
    let low = Infinity;
    for (let t = Math.ceil(from / MINUTE) * MINUTE; t <= to; t += MINUTE) {
      const p = this.logPrice(base, quote, t);
      if (p > high) high = p;
      if (p < low) low = p;
    }
    return { high, low };
  }

  /** The rolling day that ends at t, as the 24-hour tickers show it. */
  day(symbol: string, t: number): Candle {
    const s = spotSymbol(symbol);
    const minute = floor(t / MINUTE);
    let known = this.extremes.get(symbol);
    if (known?.minute !== minute) {
      // Every one-second tick asks for the same day again: its corners change once a minute.
      known = { minute, ...this.corners(s.base, s.quote, (minute + 1) * MINUTE - DAY, minute * MINUTE) };
      this.extremes.set(symbol, known);
    }
    const first = this.logPrice(s.base, s.quote, t - DAY);
    const last = this.logPrice(s.base, s.quote, t);
    const price = (log: number): bigint => fromFloat(exp(log), s.priceDecimals);
    return {
      openTime: t - DAY,
      open: price(first),
      high: price(Math.max(first, last, known.high)),
      low: price(min(first, last, known.low)),
      close: price(last),
    };
  }

  /** Turnover of the 24 hours before t in base units; slow waves around a level of its own. */
  dailyVolume(symbol: string, t: number): number {
    const h = hashText(`${this.seed}|volume|${symbol}`);
    const { base, quote } = spotSymbol(symbol);
    // Two billion dollars a day for the first coin, a few millions for the last; a tenth of it against other coins than USDT.
    const dollars = 10 ** (9.3 - 0.06 * (coinRank.get(base) ?? 0) + 0.2 * fraction(h) - (quote === 'USDT' ? 0 : 1));
    return (dollars * (1 + 0.3 * sin((2 * Math.PI * t) / (3 * DAY) + fraction(mix(h, 1)) * 6))) / coin(base).usd;
  }
}
