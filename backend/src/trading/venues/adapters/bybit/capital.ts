import { VenueRejected, type CursorPage, type TimeWindow } from '../../port/index.js';
import type { Call, Params, WireRow } from '../ccxt/index.js';
import { firstWithRows } from '../pages.js';
import type { BybitEndpoint } from './endpoints.js';
import { pageOf, type CursorTrail } from './envelope.js';

const PAGE = 50;
const SECOND_MS = 1000;

/** One of the lists that together are the deposits, or the withdrawals. */
export interface CapitalList<R> {
  name: string;
  endpoint: BybitEndpoint;
  params: Params;
  read: (row: WireRow) => R;
}

/** One page of one list; the cursor says which list (`chain:<the venue's own cursor>`), and leads through all of them. */
export function capitalPage<R>(
  call: Call<BybitEndpoint>,
  trail: CursorTrail,
  lists: readonly CapitalList<R>[],
  window: TimeWindow,
  cursor: string | null,
): Promise<CursorPage<R>> {
  return firstWithRows(cursor, (from) => readPage(call, trail, lists, window, from));
}

async function readPage<R>(
  call: Call<BybitEndpoint>,
  trail: CursorTrail,
  lists: readonly CapitalList<R>[],
  window: TimeWindow,
  cursor: string | null,
): Promise<CursorPage<R>> {
  const { index, own } = placeOf(lists, cursor);
  const { name, endpoint, params, read } = lists[index]!;
  // The venue looks at whole seconds: the window is widened to them.
  const startTime = Math.floor(window.from.getTime() / SECOND_MS) * SECOND_MS;
  const endTime = Math.ceil((window.to.getTime() + 1) / SECOND_MS) * SECOND_MS;
  const page = pageOf(
    endpoint.path,
    await call(endpoint, { ...params, startTime, endTime, limit: PAGE, ...(own !== null && { cursor: own }) }),
    'rows',
  );
  const next = trail.follow(endpoint.path, `${name} ${startTime}-${endTime}`, own, page.next);
  const following = lists[index + 1];
  return { rows: page.rows.map(read), next: next !== null ? `${name}:${next}` : following ? `${following.name}:` : null };
}

function placeOf<R>(lists: readonly CapitalList<R>[], cursor: string | null): { index: number; own: string | null } {
  if (cursor === null) return { index: 0, own: null };
  const end = cursor.indexOf(':');
  const index = lists.findIndex(({ name }) => name === cursor.slice(0, end));
  if (end < 0 || index < 0) throw new VenueRejected(lists[0]!.endpoint.path, 0, null, 'no such page');
  return { index, own: cursor.slice(end + 1) || null };
}
