import { keyColumns, timeColumn, type Table } from '../history/index.js';
import { type Dataset, WireShape, type CursorPage, type TimeWindow } from '../venues/index.js';
import { coveredEnd, gapsOf, newestWindows, withSpan, type Spans } from './coverage.rules.js';
import { readCursors, type Cursor } from './sync-cursor.repository.js';
import { eachLimited } from './each-limited.js';
import type { Step } from './run-steps.js';
import { PARALLEL, type SyncContext } from './sync-context.js';

export interface WindowedSource<R> {
  dataset: Dataset & Step;
  table: Table<R>;
  /** Rows change after they appeared, so stored ones are updated. */
  renews: boolean;
  /** Maximum length of a window. */
  windowMs: number;
  /** How far back the venue's data reaches; null: no limit. */
  reachMs: number | null;
  /** The venue's data begins on this day. */
  since?: Date | undefined;
  /** New rows are read on demand only, and are no gap until then. */
  onDemand?: boolean;
  /** This part of the completed range is read again each time. */
  settleMs: number;
  /** Returns the oldest row from `since` on that may still change, or null. */
  oldestOpen?: (since: Date) => Promise<Date | null>;
  /** Returns whether the account has anything that must come from rows of this list; then the reader goes back until it finds the first. */
  isExpected?: () => Promise<boolean>;
  /** Returns the time of the first stored row, or null. */
  oldestStored: () => Promise<Date | null>;
  page: (window: TimeWindow, cursor: string | null) => Promise<CursorPage<R>>;
  /** Estimated weight of a page. */
  weight: number;
}

/**
 * Two empty windows in a row end a first run, unless older rows are known; slightly less than two, because edges are rounded to seconds.
 */
const EMPTY_WINDOWS = 2 - 1 / 30;
/** Rows that are not final are read again for this time … */
const FOLLOW_MS = 365 * 86_400_000;
/** … in at most this number of windows a day. */
const FOLLOW_WINDOWS = 4;
/** Length of history that one run reads. */
const REFILL_MS = 360 * 86_400_000;
/** Rows of a window are stored early beyond this number. */
const MAX_ROWS = 10_000;

/**
 * Reads a list by time windows: deposits, withdrawals, fills of some venues. The venue does not say when the first row was, and an empty
 * window proves nothing about earlier ones, because members pause for years. So the first run ends after two empty windows with no older
 * row known; the rest back to the venue's first day is a gap, shown as such, which later runs fill. Newest windows come first, because
 * people look at them.
 */
export class WindowedReader<R> {
  #covered: Spans = [];
  #horizon: Date | null = null;
  #loaded: Promise<void> | null = null;
  #storing: Promise<void> = Promise.resolve();
  /** Number of new rows in this attempt. */
  added = 0;

  constructor(
    private readonly context: SyncContext,
    private readonly source: WindowedSource<R>,
  ) {}

  /** Reads new rows and rows that may still change: one window. */
  async readHead(): Promise<void> {
    const { steps, now, plan } = this.context;
    const { dataset } = this.source;
    await this.#load();
    if (!plan.head || steps.isFresh(dataset)) return;
    const from = await this.#headStart();
    await this.#readWindows([{ from, to: now }]);
    if (plan.full && !plan.first) await this.#follow(from);
    await steps.done(dataset);
  }

  /**
   * Goes back until two windows are empty and no older row is known. `evidence` returns the time of the oldest row of any list. Each
   * iteration reads only windows that are certainly needed.
   */
  async readBack(evidence: () => Promise<Date | null>): Promise<void> {
    await this.#load();
    const { windowMs } = this.source;
    for (;;) {
      const target = await this.#target(await evidence());
      const gaps = this.#gaps(target);
      const lengths = gaps.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
      if (lengths <= 0) return;
      const certain = gaps.reduce((sum, { from, to }) => sum + Math.ceil((to.getTime() - from.getTime()) / windowMs), 0);
      await this.#readWindows(newestWindows(this.#gaps(null), windowMs, Math.min(certain, PARALLEL)));
    }
  }

  /** Fills gaps, newest first, as far as one run may. If gaps remain, the next run starts soon. */
  async refill(): Promise<void> {
    await this.#load();
    const { plan, leftOver } = this.context;
    const { windowMs, dataset } = this.source;
    if (!plan.first) await this.#readWindows(newestWindows(this.#gaps(null), windowMs, Math.ceil(REFILL_MS / windowMs)));
    if (this.#gaps(null).length > 0) leftOver.add(dataset);
  }

  async #load(): Promise<void> {
    this.#loaded ??= (async () => {
      const { em, accountId } = this.context;
      const known: Cursor | undefined = (await readCursors(em, accountId, this.source.dataset)).get('');
      this.#covered = known?.covered ?? [];
      this.#horizon = known?.horizon ?? null;
    })();
    await this.#loaded;
  }

  /** Time up to which no further rows can appear. */
  get #settled(): Date {
    return new Date(this.context.now.getTime() - this.context.client.facts.fillLagMs);
  }

  /** The earliest time that the venue has data of. */
  get #floor(): Date {
    const { now, client } = this.context;
    const told = this.source.reachMs === null ? 0 : now.getTime() - this.source.reachMs;
    return new Date(Math.max(client.facts.openedAt.getTime(), told, this.source.since?.getTime() ?? 0));
  }

  /** End of the range that should be complete. */
  #end(covered: Spans): Date {
    return this.source.onDemand ? (coveredEnd(covered) ?? this.#floor) : this.#settled;
  }

  /** Returns the gaps from `from` on. */
  #gaps(from: Date | null): Spans {
    const floor = this.#floor;
    return gapsOf(this.#covered, { from: from && from > floor ? from : floor, to: this.#end(this.#covered) });
  }

  async #target(evidence: Date | null): Promise<Date> {
    const stored = await this.source.oldestStored();
    if (!stored && (await this.source.isExpected?.())) return this.#floor;
    const oldest = stored ?? this.context.now;
    const quiet = new Date(oldest.getTime() - EMPTY_WINDOWS * this.source.windowMs);
    return evidence && evidence < quiet ? evidence : quiet;
  }

  async #headStart(): Promise<Date> {
    const { now } = this.context;
    const { windowMs, settleMs, oldestOpen } = this.source;
    const window = now.getTime() - windowMs + 1000;
    const end = coveredEnd(this.#covered);
    const open = end && oldestOpen ? await oldestOpen(new Date(window)) : null;
    const wished = end ? Math.min(end.getTime() - settleMs, open?.getTime() ?? Infinity) : window;
    // New rows are read in one window, even if older rows may still change.
    return new Date(Math.ceil(Math.max(wished, window, this.#floor.getTime()) / 1000) * 1000);
  }

  /** Once a day, reads older rows that may still change. */
  async #follow(head: Date): Promise<void> {
    const { oldestOpen, windowMs } = this.source;
    let since = new Date(this.context.now.getTime() - FOLLOW_MS);
    for (let i = 0; oldestOpen && i < FOLLOW_WINDOWS; i++) {
      const from = await oldestOpen(since);
      if (!from || from >= head) return;
      since = new Date(Math.min(from.getTime() + windowMs, head.getTime()));
      await this.#readWindows([{ from, to: new Date(since.getTime() - 1) }]);
    }
  }

  async #readWindows(windows: readonly TimeWindow[]): Promise<void> {
    const { progress } = this.context;
    const { dataset } = this.source;
    progress.expect(dataset, windows.length);
    await eachLimited(windows, PARALLEL, async (window) => {
      await this.#readWindow(window);
      progress.advance(dataset);
    });
  }

  /** Reads all pages of one window, which is complete once its last page is stored. */
  async #readWindow(window: TimeWindow): Promise<void> {
    const { signal, quota } = this.context;
    const { dataset, table, weight, page } = this.source;
    const timeOf = (row: R) => timeColumn(table).of(row) as Date;
    const cursors = new Set<string>();
    const key = keyColumns(table);
    const nameOf = (row: R) => JSON.stringify(key.map(({ of }) => of(row)));
    let rows = new Map<string, R>();
    for (let cursor: string | null = null; ;) {
      signal.throwIfAborted();
      const at: string | null = cursor;
      const answer: CursorPage<R> = await quota.spend(weight, () => page(window, at));
      // A venue may date a row slightly differently than it filters; a page without any row of its window belongs to another window.
      if (answer.rows.length > 0 && answer.rows.every((row) => timeOf(row) < window.from || timeOf(row) > window.to))
        throw new WireShape(dataset, 'rows of another window');
      const before = rows.size;
      for (const row of answer.rows) rows.set(nameOf(row), row);
      if (answer.next === null) return this.#store([...rows.values()], window, true);
      // New rows may push others to the next page, but never a whole page.
      if (rows.size === before || cursors.has(answer.next)) throw new WireShape(dataset, 'the same page again');
      cursors.add(answer.next);
      cursor = answer.next;
      if (rows.size < MAX_ROWS) continue;
      await this.#store([...rows.values()], window, false);
      rows = new Map();
    }
  }

  /** Stores windows one after the other, so that each knows the range that the previous ones covered. */
  #store(rows: readonly R[], window: TimeWindow, whole: boolean): Promise<void> {
    const stored = this.#storing.then(() => this.#write(rows, window, whole));
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  async #write(rows: readonly R[], window: TimeWindow, whole: boolean): Promise<void> {
    const { writer, progress, now } = this.context;
    const { dataset, table, renews, reachMs, since } = this.source;
    const to = new Date(Math.min(window.to.getTime() + 1, this.#settled.getTime()));
    const covered = whole && window.from < to ? { from: window.from, to } : null;
    const horizon = reachMs === null && !since ? null : (this.#horizon ?? this.#floor);
    const after = covered ? withSpan(this.#covered, covered) : this.#covered;
    const unread = gapsOf(after, { from: this.#floor, to: this.#end(after) }).length > 0;
    const move = {
      dataset,
      symbol: '',
      state: unread ? ('partial' as const) : ('complete' as const),
      covered,
      horizon,
      passStartedAt: null,
      askedAt: now,
    };
    const added = renews ? await writer.upsert(table, rows, move) : await writer.add(table, rows, move);
    this.#covered = after;
    this.added += added;
    progress.count(dataset, added);
  }
}
