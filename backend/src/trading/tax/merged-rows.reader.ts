import type { TaxRow } from './engine/index.js';
import { taxSources, type OrderedRow, type Source, type SourceScope } from './tax-rows.repository.js';

/** Rows of one source in time order, those of one time by the venue's id. Holds a page and the rows of one time. */
class SourceReader {
  private ready: OrderedRow[] = [];
  private at = 0;
  /** Rows of the newest time, which the next page may continue. */
  private held: OrderedRow[] = [];
  private after: unknown[] | null = null;
  private isOver = false;

  constructor(
    private readonly source: Source,
    private readonly scope: SourceScope,
  ) {}

  get isEmpty(): boolean {
    return this.at === this.ready.length;
  }

  get time(): number {
    return this.ready[this.at]?.row.time ?? Infinity;
  }

  next(): TaxRow {
    return this.ready[this.at++]!.row;
  }

  /** Reads until a row is ready or the source is over. */
  async fill(): Promise<void> {
    while (this.isEmpty && !this.isOver) {
      const { rows, next } = await this.source(this.scope, this.after);
      this.after = next;
      this.isOver = next === null;
      const all = [...this.held, ...rows];
      const last = all.at(-1)?.row.time;
      const end = this.isOver ? all.length : all.findIndex(({ row }) => row.time === last);
      this.held = all.slice(end);
      this.ready = all.slice(0, end).sort((a, b) => a.row.time - b.row.time || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
      this.at = 0;
    }
  }
}

/**
 * Reads all rows of an account before `until` in time order, in batches. Rows of one time come in the order of the sources, after `given`.
 * Memory: a page of each source.
 */
export async function* mergedRows(scope: SourceScope, given: readonly TaxRow[]): AsyncGenerator<TaxRow[]> {
  const first: Source = async () => ({
    rows: given.filter(({ time }) => time < scope.until.getTime()).map((row, n) => ({ row, order: String(n).padStart(9, '0') })),
    next: null,
  });
  const readers = [first, ...taxSources].map((source) => new SourceReader(source, scope));
  for (;;) {
    for (const reader of readers) if (reader.isEmpty) await reader.fill();
    const batch: TaxRow[] = [];
    while (batch.length < scope.limit) {
      const earliest = readers.reduce((best, reader) => (reader.time < best.time ? reader : best));
      if (earliest.time === Infinity) break;
      batch.push(earliest.next());
      if (earliest.isEmpty) break;
    }
    if (batch.length === 0) return;
    yield batch;
  }
}
