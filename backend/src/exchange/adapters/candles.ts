import { candleLengths, WireShape, type CandleClose, type CandleWish } from '../port/index.js';
import { FieldChecks } from './ccxt/index.js';

/** No wish needs more: half a century of days, or two weeks of minutes. */
const MOST_PAGES = 200;

/** Candles are lists of values that begin alike at every venue: when it opens, open, high, low, close. */
export function readCandles(path: string, list: unknown): CandleClose[] {
  if (!Array.isArray(list)) throw new WireShape(path, 'no list of candles');
  const check = new FieldChecks(path);
  return list.map((row: unknown) => {
    if (!Array.isArray(row)) throw new WireShape(path, 'a candle that is no list');
    const [opensAt, , , , close] = row as unknown[];
    return { opensAt: check.time(opensAt, 'time'), price: check.decimal(close, 'close') };
  });
}

/**
 * All closes of a wish, page after page of at most `limit` candles from the oldest on. A page is asked for by a span of time, whose last candle
 * belongs to it, and may come in any order; what lies outside of the span means that it belongs to another request.
 */
export async function allCloses(
  path: string,
  { from, to, length }: CandleWish,
  limit: number,
  serverTime: Date,
  page: (first: Date, last: Date, count: number) => Promise<CandleClose[]>,
): Promise<CandleClose[]> {
  const step = candleLengths[length];
  const over = Math.min(to.getTime(), Math.floor(serverTime.getTime() / step) * step);
  const closes: CandleClose[] = [];
  let pages = 0;
  for (let first = from.getTime(); first < over; first += limit * step) {
    if (++pages > MOST_PAGES) throw new WireShape(path, `more than ${MOST_PAGES} pages of candles`);
    const end = Math.min(over, first + limit * step);
    const rows = await page(new Date(first), new Date(end - step), (end - first) / step);
    for (const row of rows.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())) {
      const at = row.opensAt.getTime();
      if (at < first || at >= end || at % step !== 0) throw new WireShape(path, 'a candle of another time');
      closes.push(row);
    }
  }
  return closes;
}
