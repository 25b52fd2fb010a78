import { VenueRejected, WireShape, type CursorPage, type IncomeRow, type TimeWindow } from '../../port/index.js';
import { wireRows, type Call, type WireRow } from '../ccxt/index.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';

const PAGE = 1000;
/** Pages within one millisecond: a venue that overlooked `page` would give the first one for ever. */
const MAX_PAGES = 100;

/** A page begins at a time; only where that millisecond alone fills pages, they are counted. */
interface Place {
  from: number;
  page: number;
}

/** All kinds of changes of the futures wallet, oldest first. Rows of the millisecond in which a page ends come again with the next one. */
export async function incomePage(
  call: Call<BinanceEndpoint>,
  window: TimeWindow,
  cursor: string | null,
): Promise<CursorPage<IncomeRow> | null> {
  const { path } = endpoints.income;
  const place = cursor === null ? { from: window.from.getTime(), page: 1 } : placeOf(cursor);
  const params = { startTime: place.from, endTime: window.to.getTime(), limit: PAGE, ...(place.page > 1 && { page: place.page }) };
  const body = await call(endpoints.income, params).catch((error: unknown) => {
    if (error instanceof VenueRejected && error.status === 404) return null;
    throw error;
  });
  if (body === null) return null;
  const rows = wireRows(path, body)
    .map(incomeRow)
    .sort((a, b) => a.time.getTime() - b.time.getTime());
  return { rows, next: rows.length < PAGE ? null : nextPlace(place, rows.at(-1)!.time.getTime(), path) };
}

function nextPlace({ from, page }: Place, newest: number, path: string): string {
  if (newest > from) return `${newest}:1`;
  if (newest < from || page >= MAX_PAGES) throw new WireShape(path, 'a page that does not go on');
  return `${from}:${page + 1}`;
}

function placeOf(cursor: string): Place {
  const [, from, page] = /^(\d{1,15}):(\d{1,3})$/.exec(cursor) ?? [];
  if (from === undefined) throw new VenueRejected(endpoints.income.path, 0, null, 'no such page');
  return { from: Number(from), page: Number(page) };
}

function incomeRow(row: WireRow): IncomeRow {
  return {
    kind: row.text('incomeType'),
    tranId: row.id('tranId'),
    asset: row.text('asset'),
    symbol: row.textOr('symbol', ''),
    amount: row.decimal('income'),
    tradeId: row.has('tradeId') ? row.id('tradeId') : null,
    time: row.time('time'),
  };
}
