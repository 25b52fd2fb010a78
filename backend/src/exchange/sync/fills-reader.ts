import type { EntityManager } from '@mikro-orm/postgresql';
import type { Table } from '../history/tables.js';
import { SymbolGone, WireShape, type PageOfRows } from '../port/index.js';
import { lastIdBefore, type Cursor } from './cursors.js';
import type { LedgerWriter } from './ledger-writer.js';

interface Fill {
  symbol: string;
  tradeId: string;
}

export interface FillsSource<R extends Fill> {
  dataset: 'spot_trades' | 'futures_trades';
  table: Table<R>;
  page: (symbol: string, fromId: string) => Promise<PageOfRows<R>>;
}

export interface FillsRead {
  symbol: string;
  /** Rows that were new. */
  added: number;
  /** Rows seen, new or not. */
  seen: number;
  gone: boolean;
}

/** A symbol that was gone is asked for again this often. */
const GONE_RETRY_MS = 7 * 86_400_000;

/**
 * Reads one symbol's fills to their end, page by page from an id upwards: paging by time loses fills that share a millisecond at a
 * page's edge. Each page is stored with its cursor before the next is asked for.
 */
export class FillsReader<R extends Fill> {
  constructor(
    private readonly em: EntityManager,
    private readonly accountId: string,
    private readonly writer: LedgerWriter,
    private readonly source: FillsSource<R>,
    private readonly fillLagMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Whether a symbol is left alone for now. */
  isResting(cursor: Cursor | undefined, now: Date): boolean {
    return cursor?.state === 'gone' && cursor.coveredTo !== null && now.getTime() - cursor.coveredTo.getTime() < GONE_RETRY_MS;
  }

  /** `now`: the venue's time. */
  async read(symbol: string, known: Cursor | undefined, now: Date): Promise<FillsRead> {
    const { dataset, table, page } = this.source;
    const resumed = known?.state === 'partial' && known.passStartedAt !== null;
    const passStartedAt = resumed ? known.passStartedAt! : now;
    let fromId = resumed ? after(known.cursor) : await this.startOf(symbol, known);
    let added = 0;
    let seen = 0;
    for (;;) {
      this.signal.throwIfAborted();
      let answer: PageOfRows<R>;
      try {
        answer = await page(symbol, fromId);
      } catch (error) {
        if (!(error instanceof SymbolGone)) throw error;
        await this.writer.add(table, [], { dataset, symbol, state: 'gone', cursor: null, coveredTo: now, passStartedAt: null });
        return { symbol, added, seen, gone: true };
      }
      const { rows, last } = answer;
      const highest = highestId(rows);
      if (!last && (highest === null || BigInt(highest) < BigInt(fromId))) throw new WireShape(dataset, `a full page of ${symbol} that does not reach id ${fromId}`);
      seen += rows.length;
      added += await this.writer.add(table, rows, {
        dataset,
        symbol,
        state: last ? 'complete' : 'partial',
        cursor: highest,
        coveredTo: last ? passStartedAt : null,
        passStartedAt: last ? null : passStartedAt,
      });
      if (last) return { symbol, added, seen, gone: false };
      fromId = after(highest);
    }
  }

  /**
   * Where a new pass begins: behind the last fill that had been visible for sure when the last whole pass began. Fills may appear minutes
   * late, between others that are stored already, and starting behind the highest id would miss them for ever.
   */
  private async startOf(symbol: string, known: Cursor | undefined): Promise<string> {
    if (!known?.coveredTo || known.rowCount === 0) return '0';
    const settled = new Date(known.coveredTo.getTime() - this.fillLagMs);
    return after(await lastIdBefore(this.em, this.source.dataset, this.accountId, symbol, settled));
  }
}

function after(id: string | null): string {
  return id === null ? '0' : String(BigInt(id) + 1n);
}

/** Pages are not trusted to be in order. */
function highestId(rows: readonly Fill[]): string | null {
  let highest: bigint | null = null;
  for (const { tradeId } of rows) {
    const id = BigInt(tradeId);
    if (highest === null || id > highest) highest = id;
  }
  return highest === null ? null : String(highest);
}
