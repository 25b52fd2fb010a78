import type { CursorPage } from '../port/index.js';

/**
 * The first page from `cursor` on that holds a row, or the last one. Venues have pages without any: of nothing but what is no row of ours,
 * at the end of a list, or of the first of several lists that we tell as one. `read` sees to it that no list has no end.
 */
export async function firstWithRows<T>(
  cursor: string | null,
  read: (cursor: string | null) => Promise<CursorPage<T>>,
): Promise<CursorPage<T>> {
  for (let page = await read(cursor); ; page = await read(page.next)) if (page.rows.length > 0 || page.next === null) return page;
}
