import type { Table } from '../history/index.js';
import { SymbolGone, WireShape, type PageOfRows } from '../venues/index.js';
import { coveredEnd } from './coverage.rules.js';
import type { Cursor } from './sync-cursor.repository.js';
import { PageBuffer } from './page-buffer.js';
import type { SyncContext } from './sync-context.js';

export interface Fill {
  symbol: string;
  tradeId: string;
  time: Date;
}

export interface FillsSource<R extends Fill> {
  dataset: 'spot_trades' | 'futures_trades';
  table: Table<R>;
  page: (symbol: string, fromId: string) => Promise<PageOfRows<R>>;
  /** How far back the venue's data reaches; null: no limit. */
  reachMs: number | null;
  /** Estimated weight of a page. */
  weight: number;
}

export interface FillsRead {
  symbol: string;
  /** Number of rows read, new or not. */
  seen: number;
  gone: boolean;
}

/** Delisted symbols are tried again after this time. */
const GONE_RETRY_MS = 7 * 86_400_000;

/**
 * Reads one symbol's fills to their end, by ascending id: paging by time would lose fills that share a millisecond at the edge of a page. A
 * page starts at the last id of the previous one, not after it, because a trade with oneself has two rows with one id.
 */
export class FillsBySymbolReader<R extends Fill> {
  readonly #lagMs: number;

  constructor(
    private readonly context: SyncContext,
    private readonly source: FillsSource<R>,
  ) {
    this.#lagMs = context.client.facts.fillLagMs;
  }

  /** Returns whether a symbol is not read now: it is delisted, or was completed in this run already. */
  isCoolingDown(cursor: Cursor | undefined): boolean {
    if (!cursor?.askedAt) return false;
    const { now, began } = this.context;
    if (cursor.state === 'gone') return now.getTime() - cursor.askedAt.getTime() < GONE_RETRY_MS;
    return cursor.state === 'complete' && cursor.askedAt >= began;
  }

  async read(symbol: string, known: Cursor | undefined): Promise<FillsRead> {
    const { writer, progress, now, signal } = this.context;
    const { dataset, table } = this.source;
    const resumed = known?.state === 'partial' && known.passStartedAt !== null;
    const passStartedAt = resumed ? known.passStartedAt! : now;
    const settled = new Date(passStartedAt.getTime() - this.#lagMs);
    const buffer = new PageBuffer(writer, table, (added) => progress.count(dataset, added));
    let fromId = (resumed ? known.cursor : known?.resumeId) ?? '0';
    let seen = 0;
    try {
      for (;;) {
        signal.throwIfAborted();
        const { rows, last } = await this.#page(symbol, fromId);
        const highest = highestId(rows);
        if (!last && (highest === null || BigInt(highest) <= BigInt(fromId)))
          throw new WireShape(dataset, `a full page of ${symbol} that does not go beyond id ${fromId}`);
        seen += rows.length;
        await buffer.push(rows, {
          dataset,
          symbol,
          state: last ? 'complete' : 'partial',
          cursor: highest,
          resumeId: highestId(rows.filter(({ time }) => time < settled)),
          passStartedAt: last ? null : passStartedAt,
          askedAt: now,
          ...(last && this.#proven(known, settled)),
        });
        if (last) return { symbol, seen, gone: false };
        fromId = highest!;
      }
    } catch (error) {
      // Rows that were read are stored, whatever failed; after a lost lock the writer refuses.
      await buffer.flush();
      if (!(error instanceof SymbolGone)) throw error;
      await writer.add(table, [], { dataset, symbol, state: 'gone', passStartedAt: null, askedAt: now });
      return { symbol, seen, gone: true };
    }
  }

  #page(symbol: string, fromId: string): Promise<PageOfRows<R>> {
    return this.context.quota.spend(this.source.weight, () => this.source.page(symbol, fromId));
  }

  /**
   * Returns the range that a completed pass proves complete: ids rise with time, and the pass started where the previous one was complete.
   * It excludes the lag, and what the venue had already deleted.
   */
  #proven(known: Cursor | undefined, settled: Date) {
    const { now, client } = this.context;
    const { openedAt } = client.facts;
    const { reachMs } = this.source;
    const told = reachMs === null ? openedAt : new Date(Math.max(openedAt.getTime(), now.getTime() - reachMs));
    const end = known && coveredEnd(known.covered);
    return { covered: { from: end && end > told ? end : told, to: settled }, ...(reachMs !== null && { horizon: told }) };
  }
}

/** Returns the highest id; pages may be unordered. */
function highestId(rows: readonly Fill[]): string | null {
  let highest: bigint | null = null;
  for (const { tradeId } of rows) {
    const id = BigInt(tradeId);
    if (highest === null || id > highest) highest = id;
  }
  return highest === null ? null : String(highest);
}
