import { fixed, fromFloat, times, toFloat, trimmed } from '../world/decimal.ts';
import { contract, spotSymbol } from '../world/catalogue.ts';
import { fundingRate } from '../world/funding.ts';
import type { Market } from '../world/market.ts';
import { DAY, FUNDING_INTERVAL, HOUR, MINUTE, SECOND } from '../world/time.ts';
import type { Wire } from './json.ts';

interface Day {
  open: string;
  high: string;
  low: string;
  last: string;
  volume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  change: bigint;
  openUnits: bigint;
  average: string;
}

function dayOf(market: Market, symbol: string, t: number): Day {
  const candle = market.day(symbol, t);
  const volume = fromFloat(market.volume(symbol, t - DAY, t), spotSymbol(symbol).qtyDecimals);
  const average = (candle.open + candle.close) / 2n;
  return {
    open: fixed(candle.open),
    high: fixed(candle.high),
    low: fixed(candle.low),
    last: fixed(candle.close),
    volume: fixed(volume),
    quoteVolume: fixed(times(volume, average)),
    openTime: t - DAY,
    closeTime: t,
    change: candle.close - candle.open,
    openUnits: candle.open,
    average: fixed(average),
  };
}

function ids(volume: string): { firstId: number; lastId: number; count: number } {
  const count = 1 + (Math.floor(Number(volume)) % 900_000);
  return { firstId: 1_000_000, lastId: 1_000_000 + count - 1, count };
}

/** Row of /ticker/24hr?type=MINI. */
export function mini(market: Market, symbol: string, t: number): { [key: string]: Wire } {
  const d = dayOf(market, symbol, t);
  return {
    symbol,
    openPrice: d.open,
    highPrice: d.high,
    lowPrice: d.low,
    lastPrice: d.last,
    volume: d.volume,
    quoteVolume: d.quoteVolume,
    openTime: d.openTime,
    closeTime: d.closeTime,
    ...ids(d.volume),
  };
}

/** Row of /ticker/24hr. */
export function full(market: Market, symbol: string, t: number): { [key: string]: Wire } {
  const d = dayOf(market, symbol, t);
  const percent = d.openUnits === 0n ? 0 : (Number(d.change) / Number(d.openUnits)) * 100;
  return {
    ...mini(market, symbol, t),
    priceChange: fixed(d.change),
    priceChangePercent: percent.toFixed(3),
    weightedAvgPrice: d.average,
    prevClosePrice: d.open,
    lastQty: '0.01000000',
    bidPrice: d.last,
    bidQty: '1.00000000',
    askPrice: d.last,
    askQty: '1.00000000',
  };
}

export interface MiniTicker {
  e: '24hrMiniTicker';
  E: number;
  s: string;
  c: string;
  o: string;
  h: string;
  l: string;
  v: string;
  q: string;
}

/** Event of the miniTicker streams. */
export function miniEvent(market: Market, symbol: string, t: number): MiniTicker {
  const d = dayOf(market, symbol, t);
  return { e: '24hrMiniTicker', E: t, s: symbol, c: d.last, o: d.open, h: d.high, l: d.low, v: d.volume, q: d.quoteVolume };
}

const INTERVALS = { '1s': SECOND, '1m': MINUTE, '5m': 5 * MINUTE, '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
export type Interval = keyof typeof INTERVALS;

export function isInterval(text: string): text is Interval {
  return Object.hasOwn(INTERVALS, text);
}

const FIRST_CANDLE = Date.UTC(2020, 0, 1);

/** Rows of 12 of the klines endpoints, oldest first; the last one may still be open. */
export function klines(
  market: Market,
  kind: 'spot' | 'futures',
  symbol: string,
  interval: Interval,
  range: { from: number | undefined; to: number | undefined; limit: number },
  now: number,
): Wire {
  const length = INTERVALS[interval];
  const last = Math.floor(Math.min(range.to ?? now, now) / length) * length;
  const earliest = Math.ceil(Math.max(range.from ?? FIRST_CANDLE, FIRST_CANDLE) / length) * length;
  const first = range.from === undefined ? Math.max(earliest, last - (range.limit - 1) * length) : earliest;
  const digits = kind === 'spot' ? 8 : contract(symbol).priceDecimals;
  const out: Wire[] = [];
  for (let open = first; open <= last && out.length < range.limit; open += length) {
    const end = Math.min(open + length, now);
    const candle = market.candle(symbol, kind, open, end);
    const volume = fromFloat(
      market.volume(symbol, open, end),
      kind === 'spot' ? spotSymbol(symbol).qtyDecimals : contract(symbol).qtyDecimals,
    );
    const turnover = times(volume, (candle.open + candle.close) / 2n);
    const amount = (value: bigint): string => (kind === 'spot' ? fixed(value) : trimmed(value));
    out.push([
      open,
      fixed(candle.open, digits),
      fixed(candle.high, digits),
      fixed(candle.low, digits),
      fixed(candle.close, digits),
      amount(volume),
      open + length - 1,
      amount(turnover),
      1 + (Math.floor(toFloat(turnover)) % 5000),
      amount(volume / 2n),
      amount(turnover / 2n),
      '0',
    ]);
  }
  return out;
}

/** Settlements are stamped a few milliseconds late. */
const stampOf = (time: number): number => time + (Math.floor(time / FUNDING_INTERVAL) % 8);

/** Rows of /fapi/v1/fundingRate, oldest first: from a start the oldest of them, without one the latest. */
export function fundingRates(
  market: Market,
  symbols: readonly string[],
  range: { from: number | undefined; to: number | undefined; limit: number },
  now: number,
): Wire {
  const until = Math.min(range.to ?? now, now);
  const begin = Math.max(range.from ?? until - (range.limit + 1) * FUNDING_INTERVAL, FIRST_CANDLE);
  const out: { [key: string]: Wire }[] = [];
  for (let time = Math.floor(begin / FUNDING_INTERVAL) * FUNDING_INTERVAL; stampOf(time) <= until; time += FUNDING_INTERVAL) {
    if (stampOf(time) < begin) continue;
    if (range.from !== undefined && out.length >= range.limit) break;
    for (const symbol of symbols)
      out.push({
        symbol,
        fundingTime: stampOf(time),
        fundingRate: fixed(BigInt(fundingRate(symbol, time)) * 100n),
        markPrice: fixed(market.mark(symbol, time)),
      });
  }
  return range.from === undefined ? out.slice(-range.limit) : out.slice(0, range.limit);
}

/** Row of /ticker/bookTicker: one tick between what is bid and what is asked. */
export function book(symbol: string, last: bigint, priceDecimals: number): { [key: string]: Wire } {
  const tick = 10n ** BigInt(8 - priceDecimals);
  return { symbol, bidPrice: fixed(last), bidQty: '1.00000000', askPrice: fixed(last + tick), askQty: '1.00000000' };
}
