import { Decimal } from '../../../platform/domain/index.js';
import {
  candleLengths,
  VenueRejected,
  WireShape,
  type Candle,
  type CandleClose,
  type CandleLength,
  type CandleRequest,
} from '../port/index.js';
import { FieldChecks } from './ccxt/index.js';

/** No wish needs more: half a century of days, or two weeks of minutes. */
const MAX_PAGES = 200;

/** Candles are lists of values that begin alike at every venue: when it opens, open, high, low, close. */
function readRows<T>(path: string, list: unknown, read: (row: readonly unknown[], check: FieldChecks) => T): T[] {
  if (!Array.isArray(list)) throw new WireShape(path, 'no list of candles');
  const check = new FieldChecks(path);
  return list.map((row: unknown) => {
    if (!Array.isArray(row)) throw new WireShape(path, 'a candle that is no list');
    return read(row as unknown[], check);
  });
}

export const readCloses = (path: string, list: unknown): CandleClose[] =>
  readRows(path, list, ([opensAt, , , , close], check) => ({ opensAt: check.time(opensAt, 'time'), price: check.decimal(close, 'close') }));

/** A candle that contradicts itself belongs to no market. */
export const readCandles = (path: string, list: unknown): Candle[] =>
  readRows(path, list, ([opensAt, open, high, low, close], check) => {
    const candle = {
      opensAt: check.time(opensAt, 'time'),
      open: check.decimal(open, 'open'),
      high: check.decimal(high, 'high'),
      low: check.decimal(low, 'low'),
      close: check.decimal(close, 'close'),
    };
    if (!isOne(candle)) throw new WireShape(path, 'a candle whose high or low is not its highest or lowest price');
    return candle;
  });

function isOne({ open, high, low, close }: Candle): boolean {
  const [o, h, l, c] = [Number(open), Number(high), Number(low), Number(close)] as const;
  if (!(l > 0)) return false;
  if (o < h && o > l && c < h && c > l) return true;
  // Doubles do not tell neighbours of many digits apart.
  return [open, close].every((price) => new Decimal(price).lte(high) && new Decimal(price).gte(low));
}

/**
 * Everything that a wish is about, page after page of at most `limit` candles from the oldest on. A page is asked for by a span of time,
 * whose last candle belongs to it, and may come in any order; what lies outside of the span means that it belongs to another request.
 */
export async function allCandles<T extends { opensAt: Date }>(
  path: string,
  { from, to, length }: CandleRequest,
  limit: number,
  serverTime: Date,
  page: (first: Date, last: Date, count: number) => Promise<T[]>,
): Promise<T[]> {
  const step = candleLengths[length];
  const over = Math.min(to.getTime(), Math.floor(serverTime.getTime() / step) * step);
  const candles: T[] = [];
  let pages = 0;
  for (let first = from.getTime(); first < over; first += limit * step) {
    if (++pages > MAX_PAGES) throw new WireShape(path, `more than ${MAX_PAGES} pages of candles`);
    const end = Math.min(over, first + limit * step);
    const rows = await page(new Date(first), new Date(end - step), (end - first) / step);
    for (const row of rows.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())) {
      const at = row.opensAt.getTime();
      if (at < first || at >= end || at % step !== 0) throw new WireShape(path, 'a candle of another time');
      candles.push(row);
    }
  }
  return candles;
}

/** The venue's name of a length. Asking for one that it does not have is a mistake of the caller (MarketData.lengths). */
export function toldLength(path: string, names: Partial<Record<CandleLength, string>>, length: CandleLength): string {
  const name = names[length];
  if (name === undefined) throw new VenueRejected(path, 0, null, `candles of ${length} are not told`);
  return name;
}
