import type { Table } from '../history/tables.js';
import { WireShape, type PageOfRows, type TimeWindow } from '../port/index.js';
import { readCursors, type Cursor } from './cursors.js';
import { PARALLEL, type SyncContext } from './sync-context.js';

interface CapitalRow {
  id: string;
  coin: string;
}

export interface CapitalSource<R extends CapitalRow> {
  dataset: 'deposits' | 'withdrawals';
  timeColumn: 'inserted_at' | 'applied_at';
  table: Table<R>;
  page: (window: TimeWindow, offset: number) => Promise<PageOfRows<R>>;
}

const DAY_MS = 86_400_000;
/** Rows are read again this long after they appeared, whatever their status says. */
const SETTLE_MS = 2 * DAY_MS;
/** A row that never became final is followed for this long. */
const FOLLOW_MS = 365 * DAY_MS;

/**
 * Deposits or withdrawals. The venue answers windows of 90 days and tells neither the first row nor whether an older one exists, so the
 * first reading goes back to the day the venue opened: empty windows prove nothing about those before them, and members pause for years.
 * That costs one light call a window, once in an account's life. Newest windows first: they are what people look at.
 */
export async function syncCapital<R extends CapitalRow>(context: SyncContext, source: CapitalSource<R>): Promise<void> {
  const { openedAt } = context.client.facts;
  const known = (await readCursors(context.em, context.accountId, source.dataset)).get('');
  const first = await recent(context, source, known);
  if (!known?.coveredFrom) return readDown(context, source, first, 'history');
  const historyRead = known.coveredFrom <= openedAt;
  await readDown(context, source, first, 'head', historyRead);
  // An interrupted first reading goes on where it stopped.
  if (!historyRead) await readDown(context, source, { from: openedAt, to: new Date(known.coveredFrom.getTime() - 1) }, 'history');
}

/** What a run reads at least: everything new, and rows that may still change. All of it where nothing was read yet. */
async function recent<R extends CapitalRow>({ em, accountId, client, now }: SyncContext, { dataset, timeColumn }: CapitalSource<R>, known: Cursor | undefined): Promise<TimeWindow> {
  if (!known?.coveredTo || !known.coveredFrom) return { from: client.facts.openedAt, to: now };
  const [row] = await em.execute<{ oldest: string | null }[]>(`select min("${timeColumn}") as oldest from "${dataset}" where account_id = ? and not final`, [accountId]);
  const settled = known.coveredTo.getTime() - SETTLE_MS;
  const unsettled = row?.oldest ? new Date(row.oldest).getTime() : settled;
  const from = Math.max(Math.min(settled, unsettled), now.getTime() - FOLLOW_MS, client.facts.openedAt.getTime());
  return { from: new Date(from), to: now };
}

/** Reads a span from its end to its start. `history` moves the cursor's beginning with each chunk, `head` its end once all is read. */
async function readDown<R extends CapitalRow>(context: SyncContext, source: CapitalSource<R>, span: TimeWindow, part: 'head' | 'history', historyRead = false): Promise<void> {
  const { writer, journal, signal, now, client } = context;
  const windows = windowsOf(span, client.facts.capitalWindowMs);
  for (let i = 0; i < windows.length; i += PARALLEL) {
    signal.throwIfAborted();
    const chunk = windows.slice(i, i + PARALLEL);
    const rows = (await Promise.all(chunk.map((window) => readWindow(source, window, signal)))).flat();
    const finished = i + PARALLEL >= windows.length;
    const firstOfAll = part === 'history' && span.to.getTime() === now.getTime();
    const added = await writer.upsert(source.table, rows, {
      dataset: source.dataset,
      symbol: '',
      state: finished && (part === 'history' || historyRead) ? 'complete' : 'partial',
      cursor: null,
      coveredFrom: part === 'history' ? chunk.at(-1)!.from : null,
      // The very first chunk of all covers up to now; a head is covered once its oldest window is.
      coveredTo: (part === 'head' && finished) || firstOfAll ? now : null,
      passStartedAt: null,
    });
    journal.count(source.dataset, added);
  }
}

/** All pages of one window: the venue cuts a window at 1000 rows and goes on by offset. */
async function readWindow<R extends CapitalRow>({ dataset, page }: CapitalSource<R>, window: TimeWindow, signal: AbortSignal): Promise<R[]> {
  const rows = new Map<string, R>();
  for (let offset = 0; ; ) {
    signal.throwIfAborted();
    const answer = await page(window, offset);
    const before = rows.size;
    for (const row of answer.rows) rows.set(row.id, row);
    offset += answer.rows.length;
    if (answer.last) return [...rows.values()];
    // Rows that came in meanwhile push others onto the next page, but never a whole page of them.
    if (rows.size === before) throw new WireShape(dataset, 'the same page again');
  }
}

/** Newest first, without gap or overlap, cut at whole seconds because withdrawals are dated in seconds. */
export function windowsOf({ from, to }: TimeWindow, length: number): TimeWindow[] {
  const windows: TimeWindow[] = [];
  const first = Math.floor(from.getTime() / 1000) * 1000;
  for (let end = Math.ceil((to.getTime() + 1) / 1000) * 1000 - 1; end >= first; ) {
    const start = Math.max(first, end + 1 - length);
    windows.push({ from: new Date(start), to: new Date(end) });
    end = start - 1;
  }
  return windows;
}
