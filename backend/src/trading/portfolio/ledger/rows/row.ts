const T = 't'.charCodeAt(0);
const MAX_CELLS = 16;
/** Bytes of a cell's length prefix. */
const LENGTH = 4;
const YEAR_2000 = Date.UTC(2000, 0, 1);
const NOTHING = Buffer.alloc(0);

/** Reads a signed big-endian 32-bit integer. */
export const int32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

/** One row as positions in the received bytes. The first cell is a binary timestamptz, all others are text. */
export class Row {
  bytes: Buffer = NOTHING;
  private readonly starts = new Int32Array(MAX_CELLS + 1);

  /** Points at a row whose cell count is at `at`. Throws RangeError for NULL. */
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

  /** Exclusive. */
  end(cell: number): number {
    return this.starts[cell + 1]! - LENGTH;
  }

  length(cell: number): number {
    return this.end(cell) - this.start(cell);
  }

  /** Returns the first cell, microseconds since 2000, in milliseconds since 1970. */
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

/** Receives rows one by one. */
export interface RowTaker {
  /** Returns the object for the next row: a new one if the last is kept. */
  next(): Row;
  take(row: Row): void;
}

/** Receives rows without keeping them: one object is reused. */
export function eachRow(take: (row: Row) => void): RowTaker {
  const row = new Row();
  return { next: () => row, take };
}
