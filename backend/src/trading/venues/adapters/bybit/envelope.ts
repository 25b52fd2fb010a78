import { WireShape } from '../../port/index.js';
import { wireObject, wireRow, type WireRow } from '../ccxt/index.js';

/** One page of the venue's lists. */
export interface WirePage {
  rows: WireRow[];
  /** The venue's own cursor of the next page; null: there is none. */
  next: string | null;
}

/** `{"retCode": 0, "result": {…}}`. Refusals were told before; anything else than an outright success is nothing to believe. */
export function resultObject(path: string, body: unknown): Record<string, unknown> {
  const { retCode, result } = wireObject(path, body);
  if (retCode !== 0) throw new WireShape(path, 'no success is told');
  return wireObject(path, result);
}

export function resultOf(path: string, body: unknown): WireRow {
  return wireRow(path, resultObject(path, body));
}

/** A list, called `list` or `rows`, and where it goes on. Pages may be short: only an empty one, or one without a cursor, is the last. */
export function pageOf(path: string, body: unknown, list: 'list' | 'rows', category?: string): WirePage {
  const result = resultOf(path, body);
  if (category !== undefined && result.textOr('category', category) !== category)
    throw new WireShape(path, `a page of another category than ${category}`);
  const rows = result.rows(list);
  const next = result.textOr('nextPageCursor', '');
  return { rows, next: rows.length === 0 || next === '' ? null : next };
}

/** ccxt sends cursors as they are, as the venue wants them: already escaped. What could begin another parameter is none. */
const asSent = /^[\w%.,:;=~*()!'+/|@-]{1,300}$/;

/** Finds out where a list goes round in circles: a cursor comes once in a list, or the list has no end. */
export class CursorTrail {
  readonly #seen = new Map<string, Set<string>>();

  /** `list` names the list and its window. Throws WireShape. */
  follow(path: string, list: string, asked: string | null, next: string | null): string | null {
    if (next === null) {
      this.#seen.delete(list);
      return null;
    }
    if (!asSent.test(next)) throw new WireShape(path, 'the cursor of the next page is none');
    let seen = this.#seen.get(list);
    // A first page begins the list anew.
    if (!seen || asked === null) this.#seen.set(list, (seen = new Set()));
    if (asked !== null) seen.add(asked);
    if (seen.has(next)) throw new WireShape(path, 'the pages go round in circles');
    seen.add(next);
    return next;
  }
}

/** All pages of a list, for lists that are short by nature. */
export async function allPages(path: string, mostPages: number, read: (cursor: string | null) => Promise<WirePage>): Promise<WireRow[]> {
  const trail = new CursorTrail();
  const rows: WireRow[] = [];
  for (let cursor: string | null = null, pages = 1; ; pages++) {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = trail.follow(path, '', cursor, page.next);
    if (cursor === null) return rows;
    if (pages >= mostPages) throw new WireShape(path, `more than ${mostPages} pages`);
  }
}
