import { int32 } from './row.js';

const DATA_ROW = 'D'.charCodeAt(0);
/** The kind of a message, and its length without the kind. */
const HEAD = 5;
const NOTHING = Buffer.alloc(0);

/** Cuts what PostgreSQL sends, in pieces of any size, into messages. */
export class RowMessages {
  /** The beginning of a message whose end did not come yet. */
  rest: Buffer = NOTHING;

  /** `row` is told where the cells of a row begin; all other messages are handed on as they came. */
  constructor(
    private readonly row: (bytes: Buffer, at: number) => void,
    private readonly other: (message: Buffer) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    // What came in two pieces is put together by itself: to copy everything that follows, too, would keep the garbage collector busy.
    while (this.rest.length > 0 && from < chunk.length) {
      const { rest } = this;
      const length = rest.length < HEAD ? HEAD : 1 + int32(rest, 1);
      const to = Math.min(chunk.length, from + length - rest.length);
      this.rest = this.cut(Buffer.concat([rest, chunk.subarray(from, to)]));
      from = to;
    }
    if (from < chunk.length) this.rest = this.cut(from === 0 ? chunk : chunk.subarray(from));
  }

  /** Returns what is no whole message. */
  private cut(bytes: Buffer): Buffer {
    const { length } = bytes;
    let at = 0;
    while (at + HEAD <= length) {
      const end = at + 1 + int32(bytes, at + 1);
      if (end > length) break;
      if (bytes[at] === DATA_ROW) this.row(bytes, at + HEAD);
      else this.other(bytes.subarray(at, end));
      at = end;
    }
    return at === length ? NOTHING : bytes.subarray(at);
  }
}
