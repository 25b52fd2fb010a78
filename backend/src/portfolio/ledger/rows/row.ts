const T = 't'.charCodeAt(0);
const MAX_CELLS = 16;
/** Before each cell stands its length. */
const LENGTH = 4;
const YEAR_2000 = Date.UTC(2000, 0, 1);
const NOTHING = Buffer.alloc(0);

/** Four bytes as PostgreSQL sends them, signed. */
export const int32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

/** One row: where its cells lie in the bytes that came. The first is a timestamptz in binary, all others are texts. */
export class Row {
  bytes: Buffer = NOTHING;
  private readonly starts = new Int32Array(MAX_CELLS + 1);

  /** `at`: where the cells begin, with how many there are. Throws RangeError for a NULL. */
  put(bytes: Buffer, at: number): void {
    const { starts } = this;
    const cells = (bytes[at]! << 8) | bytes[at + 1]!;
    let start = at + 2 + LENGTH;
    for (let cell = 0; cell < cells; cell++) {
      const length = int32(bytes, start - LENGTH);
      if (length < 0) throw new RangeError(`cell ${cell} of a row is NULL`);
      starts[cell] = start;
      start += length + LENGTH;
    }
    starts[cells] = start;
    this.bytes = bytes;
  }

  start(cell: number): number {
    return this.starts[cell]!;
  }

  /** Behind its last byte. */
  end(cell: number): number {
    return this.starts[cell + 1]! - LENGTH;
  }

  length(cell: number): number {
    return this.end(cell) - this.start(cell);
  }

  /** Whole milliseconds since 1970 of the first cell, which tells microseconds since 2000. */
  time(): number {
    const { bytes } = this;
    const start = this.starts[0]!;
    const micros = int32(bytes, start) * 2 ** 32 + (int32(bytes, start + 4) >>> 0);
    return Math.round(micros / 1000) + YEAR_2000;
  }

  text(cell: number): string {
    return this.bytes.toString('utf8', this.start(cell), this.end(cell));
  }

  isTrue(cell: number): boolean {
    return this.bytes[this.start(cell)] === T;
  }
}

/** Takes rows one by one. */
export interface RowTaker {
  /** Where the next row is to stand: one that is kept is not given again. */
  next(): Row;
  take(row: Row): void;
}

/** A taker that keeps none. */
export function eachRow(take: (row: Row) => void): RowTaker {
  const row = new Row();
  return { next: () => row, take };
}
