import type { Table } from '../history/tables.js';
import type { CursorUpdate } from './cursor-update.js';
import type { LedgerWriter } from './ledger-writer.js';

/** Pages are gathered up to here: stages of this size cost half of single pages (performance.md section 2). */
const MAX_ROWS = 10_000;
/** Nothing read is kept out of the ledger for longer: a worker may be killed. */
const MAX_AGE_MS = 15_000;

/** Rows of one list on their way into the ledger, and the cursor's move that goes with them. */
export class PageBuffer<R> {
  #rows: R[] = [];
  #move: CursorUpdate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  constructor(
    private readonly writer: LedgerWriter,
    private readonly table: Table<R>,
    /** How many rows of each write were new. */
    private readonly written: (added: number) => void,
    private readonly maxAgeMs = MAX_AGE_MS,
  ) {}

  /** Takes a page; `move` says where the list stands after it. Writes where enough has come together. */
  async push(rows: readonly R[], move: CursorUpdate): Promise<void> {
    for (const row of rows) this.#rows.push(row);
    // Each move goes on from the one before it; only an id that a page does not tell is still the earlier one.
    this.#move = { ...move, cursor: move.cursor ?? this.#move?.cursor ?? null, resumeId: move.resumeId ?? this.#move?.resumeId ?? null };
    if (move.state !== 'partial' || this.#rows.length >= MAX_ROWS) await this.flush();
    else this.#timer ??= setTimeout(() => void this.#write(), this.maxAgeMs);
    if (this.#failure) throw this.#failure.error;
  }

  /** Writes what has come so far. Throws what any write has thrown. */
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
