import { WireShape, type FundingRate, type FundingRequest, type Told } from '../port/index.js';
import type { WireRow } from './ccxt/index.js';

const MINUTE_MS = 60_000;
/** Years of payments by the hour. */
const MAX_PAGES = 200;

/** Under a venue's own names. Venues settle on the minute, and some stamp it with a few milliseconds more. */
export function readFunding(path: string, row: WireRow, timeKey: string, rateKey: string, markKey?: string): FundingRate {
  const rate = row.decimal(rateKey);
  if (!(Math.abs(Number(rate)) < 1)) throw new WireShape(path, `${rateKey} is more than everything`);
  const mark = markKey === undefined ? '0' : row.decimalOr(markKey, '0');
  return { at: new Date(Math.floor(row.time(timeKey).getTime() / MINUTE_MS) * MINUTE_MS), rate, mark: Number(mark) > 0 ? mark : null };
}

/**
 * Everything that a wish is about, page after page of at most `limit` rows. A page is asked for by its first and last moment, both of which
 * belong to it, and holds the `oldest` or the `newest` of them where they are too many; what lies outside means that it belongs to another
 * request.
 */
export async function allFunding(
  path: string,
  { from, to }: FundingRequest,
  limit: number,
  part: 'oldest' | 'newest',
  serverTime: Date,
  page: (first: Date, last: Date) => Promise<FundingRate[]>,
): Promise<Told<FundingRate>> {
  let [first, last] = [from.getTime(), Math.min(to.getTime() - 1, serverTime.getTime())];
  const all: FundingRate[] = [];
  for (let pages = 1; first <= last; pages++) {
    if (pages > MAX_PAGES) throw new WireShape(path, `more than ${MAX_PAGES} pages of funding rates`);
    const rows = (await page(new Date(first), new Date(last))).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    let before = first - 1;
    for (const { at } of rows) {
      if (at.getTime() <= before || at.getTime() > last) throw new WireShape(path, 'a funding rate of another time');
      before = at.getTime();
    }
    if (part === 'oldest') all.push(...rows);
    else all.unshift(...rows);
    if (rows.length < limit) break;
    if (part === 'oldest') first = rows.at(-1)!.at.getTime() + MINUTE_MS;
    else last = rows[0]!.at.getTime() - 1;
  }
  return { rows: all, serverTime };
}
