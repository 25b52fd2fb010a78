import { VenueRejected, WireShape, type CursorPage, type TimeWindow } from '../../port/index.js';
import type { Call, WireRow } from '../ccxt/index.js';
import type { OkxEndpoint } from './endpoints.js';
import { rowsOf } from './envelope.js';

const PAGE = 100;

/**
 * One page of deposits or withdrawals, newest first, by "before this time" alone (which the venue calls `after`). The other bound is not
 * sent: the documents contradict themselves about which is which, and know an error for sending both. Asked this way, an answer that
 * understood it the other way round shows by its rows.
 */
export async function capitalPage<R>(
  call: Call<OkxEndpoint>,
  endpoint: OkxEndpoint,
  window: TimeWindow,
  cursor: string | null,
  read: (row: WireRow) => R,
): Promise<CursorPage<R>> {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) throw new VenueRejected(endpoint.path, 0, null, 'no such page');
  // "Earlier than", so a millisecond more than the last one wanted.
  const before = cursor === null ? window.to.getTime() + 1 : Number(cursor);
  const rows = rowsOf(endpoint.path, await call(endpoint, { after: before, limit: PAGE }));
  const times = rows.map((row) => row.time('ts').getTime());
  if (times.some((time) => time >= before)) throw new WireShape(endpoint.path, 'rows later than asked for');
  const from = window.from.getTime();
  const oldest = Math.min(...times);
  const within = rows.filter((_, i) => times[i]! >= from).map(read);
  if (rows.length < PAGE || oldest < from) return { rows: within, next: null };
  // Rows of the millisecond in which a page ends come again with the next one, which must not be the same page.
  if (oldest + 1 >= before) throw new WireShape(endpoint.path, 'a page that does not go on');
  return { rows: within, next: String(oldest + 1) };
}
