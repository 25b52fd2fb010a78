import { Row, type RowTaker } from './row.js';

/** The cell with the id. */
const ID = 1;

/**
 * Fills come in the index's own order: by time, and then by id as text. Of one millisecond that is not the order of numbers where a digit is added, so
 * its rows are held until it is over, and sorted by the length of their ids. PostgreSQL would take half as long again for it, though it hardly ever matters.
 */
export class IdOrder implements RowTaker {
  /** The first `held` of them are rows of one millisecond. */
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

  /** Once no more rows come. */
  flush(): void {
    const { rows, held, time } = this;
    if (held === 1) this.each(time, rows[0]!);
    else for (const row of rows.slice(0, held).sort((a, b) => a.length(ID) - b.length(ID))) this.each(time, row);
    this.held = 0;
  }
}
