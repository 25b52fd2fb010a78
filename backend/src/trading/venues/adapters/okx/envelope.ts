import { WireShape } from '../../port/index.js';
import { wireObject, wireRow, wireRows, type WireRow } from '../ccxt/index.js';

/** `{"code": "0", "data": […]}`. Refusals were told before; anything else than an outright success is nothing to believe. */
function dataOf(path: string, body: unknown): unknown {
  const { code, data } = wireObject(path, body);
  if (code !== '0' && code !== 0) throw new WireShape(path, 'no success is told');
  return data;
}

/** A list whose rows are no objects. */
export function rowsList(path: string, body: unknown): unknown {
  return dataOf(path, body);
}

export function rowsOf(path: string, body: unknown): WireRow[] {
  return wireRows(path, dataOf(path, body));
}

/** Single answers come as a list of one. */
export function objectOf(path: string, body: unknown): Record<string, unknown> {
  const data = dataOf(path, body);
  if (!Array.isArray(data) || data.length !== 1) throw new WireShape(path, 'not one answer');
  return wireObject(path, data[0]);
}

export function rowOf(path: string, body: unknown): WireRow {
  return wireRow(path, objectOf(path, body));
}

const PAGE = 100;

/**
 * Where a list goes on that is asked for by "rows before this id", newest first. The next id is always a smaller one, so that no list has
 * no end. Null: a short page, the last one. Throws WireShape for a page that does not go on.
 */
export function nextBefore(path: string, rows: readonly WireRow[], idKey: string, before: string | null): string | null {
  let oldest: bigint | null = null;
  for (const row of rows) {
    const id = BigInt(row.id(idKey));
    if (before !== null && id >= BigInt(before)) throw new WireShape(path, 'a page that does not go on');
    if (oldest === null || id < oldest) oldest = id;
  }
  return rows.length < PAGE || oldest === null ? null : String(oldest);
}

/** All pages of such a list, for lists that are short by nature. */
export async function allBefore(
  path: string,
  idKey: string,
  mostPages: number,
  read: (before: string | null) => Promise<unknown>,
): Promise<WireRow[]> {
  const all: WireRow[] = [];
  for (let before: string | null = null, pages = 1; ; pages++) {
    const rows = rowsOf(path, await read(before));
    all.push(...rows);
    before = nextBefore(path, rows, idKey, before);
    if (before === null) return all;
    if (pages >= mostPages) throw new WireShape(path, `more than ${mostPages} pages`);
  }
}
