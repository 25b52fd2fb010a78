import type { Table } from '../history/index.js';
import type { CursorUpdate } from './cursor-update.js';
import type { LedgerWriter } from './ledger.writer.js';

/** Pages are collected up to this size, which costs half as much as single pages (performance.md section 2). */
const MAX_ROWS = 10_000;
/** Rows are written after this time at the latest, because a worker may be killed. */
const MAX_AGE_MS = 15_000;

/** Collects the rows of one list, with their cursor update, into larger writes. */
export class PageBuffer<R> {
  #rows: R[] = [];
  #move: CursorUpdate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  constructor(
    private readonly writer: LedgerWriter,
    private readonly table: Table<R>,
    /** Called with the number of new rows of each write. */
    private readonly written: (added: number) => void,
    private readonly maxAgeMs = MAX_AGE_MS,
  ) {}

  /** Adds a page; `move` is the cursor after it. Writes when the buffer is full. */
  async push(rows: readonly R[], move: CursorUpdate): Promise<void> {
    for (const row of rows) this.#rows.push(row);
    // Each update replaces the previous one; an id that a page does not have stays.
    this.#move = { ...move, cursor: move.cursor ?? this.#move?.cursor ?? null, resumeId: move.resumeId ?? this.#move?.resumeId ?? null };
    if (move.state !== 'partial' || this.#rows.length >= MAX_ROWS) await this.flush();
    else this.#timer ??= setTimeout(() => void this.#write(), this.maxAgeMs);
    if (this.#failure) throw this.#failure.error;
  }

  /** Writes the collected rows. Throws the error of any write. */
  async flush(): Promise<void> {
    await this.#write();
    if (this.#failure) throw this.#failure.error;
  }

  #write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(async () => {
      const move = this.#move;
      if (!move || this.#failure) return;
      const rows = this.#rows;
      this.#rows = [];
      this.#move = null;
      try {
        this.written(await this.writer.add(this.table, rows, move));
      } catch (error) {
        this.#failure = { error };
      }
    });
    return this.#writing;
  }
}
