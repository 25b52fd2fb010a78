import { int32 } from './row.js';

const DATA_ROW = 'D'.charCodeAt(0);
/** Bytes of a message's header: kind and length. */
const HEADER = 5;
const NOTHING = Buffer.alloc(0);

/** Splits chunks of any size into PostgreSQL messages. */
export class RowMessages {
  /** The beginning of an incomplete message. */
  rest: Buffer = NOTHING;

  /** `row` gets the position of a row's cells; `other` gets all other messages unchanged. */
  constructor(
    private readonly row: (bytes: Buffer, at: number) => void,
    private readonly other: (message: Buffer) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    // Only a split message is copied; copying everything behind it would burden the garbage collector.
    while (this.rest.length > 0 && from < chunk.length) {
      const { rest } = this;
      const length = rest.length < HEADER ? HEADER : 1 + int32(rest, 1);
      const to = Math.min(chunk.length, from + length - rest.length);
      this.rest = this.cut(Buffer.concat([rest, chunk.subarray(from, to)]));
      from = to;
    }
    if (from < chunk.length) this.rest = this.cut(from === 0 ? chunk : chunk.subarray(from));
  }

  /** Returns the incomplete rest. */
  private cut(bytes: Buffer): Buffer {
    const { length } = bytes;
    let at = 0;
    while (at + HEADER <= length) {
      const end = at + 1 + int32(bytes, at + 1);
      if (end > length) break;
      if (bytes[at] === DATA_ROW) this.row(bytes, at + HEADER);
      else this.other(bytes.subarray(at, end));
      at = end;
    }
    return at === length ? NOTHING : bytes.subarray(at);
  }
}
