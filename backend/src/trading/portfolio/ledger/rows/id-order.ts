import { Row, type RowTaker } from './row.js';

/** Cell of the id. */
const ID = 1;

/**
 * Restores the numeric order of ids. The index orders fills by time, then by id as text, which differs from the numeric order where ids of
 * one millisecond have different lengths: rows of one millisecond are collected and sorted by the length of their ids. In PostgreSQL this
 * would take half as long again.
 */
export class IdOrder implements RowTaker {
  /** The first `held` of these are the rows of one millisecond. */
  private readonly rows: Row[] = [];
  private held = 0;
  private time = NaN;

  constructor(private readonly each: (time: number, row: Row) => void) {}

  next(): Row {
    return (this.rows[this.held] ??= new Row());
  }

  take(row: Row): void {
    const time = row.time();
    if (time !== this.time) {
      const { rows, held } = this;
      this.flush();
      this.time = time;
      rows[held] = rows[0]!;
      rows[0] = row;
    }
    this.held++;
  }

  /** Passes on the last rows. */
  flush(): void {
    const { rows, held, time } = this;
    if (held === 1) this.each(time, rows[0]!);
    else for (const row of rows.slice(0, held).sort((a, b) => a.length(ID) - b.length(ID))) this.each(time, row);
    this.held = 0;
  }
}
