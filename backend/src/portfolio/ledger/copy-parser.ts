const [TAB, NEWLINE, BACKSLASH, MINUS, ZERO, T] = [9, 10, 92, 45, 48, 116];
const MAX_CELLS = 16;
const NOTHING = Buffer.alloc(0);
const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** One row of COPY's text format: where its cells lie in the bytes that came. NULL is `\N`. */
export class Row {
  bytes: Buffer = NOTHING;
  begin = 0;
  hasEscapes = false;
  readonly ends = new Int32Array(MAX_CELLS);

  start(cell: number): number {
    return cell === 0 ? this.begin : this.ends[cell - 1]! + 1;
  }

  end(cell: number): number {
    return this.ends[cell]!;
  }

  text(cell: number): string {
    const text = this.bytes.toString('utf8', this.start(cell), this.end(cell));
    return this.hasEscapes && text !== '\\N' ? text.replace(/\\(.)/g, (_, letter: string) => escaped[letter] ?? letter) : text;
  }

  /** A whole number of at most 15 digits. */
  integer(cell: number): number {
    const { bytes } = this;
    const start = this.start(cell);
    const end = this.end(cell);
    const negative = bytes[start] === MINUS;
    let value = 0;
    for (let n = negative ? start + 1 : start; n < end; n++) value = value * 10 + bytes[n]! - ZERO;
    return negative ? -value : value;
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

/** Cuts what COPY sends, in pieces of any size, into rows. */
export class CopyParser {
  private rest: Buffer = NOTHING;

  constructor(private readonly taker: RowTaker) {}

  push(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const { length } = bytes;
    let row = this.taker.next();
    let begin = 0;
    let cell = 0;
    let hasEscapes = false;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!;
      if (byte > NEWLINE && byte !== BACKSLASH) continue;
      if (byte === TAB) row.ends[cell++] = at;
      else if (byte === NEWLINE) {
        row.ends[cell] = at;
        row.bytes = bytes;
        row.begin = begin;
        row.hasEscapes = hasEscapes;
        this.taker.take(row);
        row = this.taker.next();
        begin = at + 1;
        cell = 0;
        hasEscapes = false;
      } else if (byte === BACKSLASH) hasEscapes = true;
    }
    this.rest = bytes.subarray(begin);
  }
}

/** What is made of a text, once for each text that comes: told by the bytes of the cell, since a text of its own for each row costs more than all its numbers. */
export class Known<T> {
  private readonly slots = new Map<number, { bytes: Buffer; value: T }[]>();

  constructor(private readonly make: (text: string) => T) {}

  of(row: Row, cell: number): T {
    const { bytes } = row;
    const start = row.start(cell);
    const end = row.end(cell);
    let hash = end - start;
    for (let n = start; n < end; n++) hash = (Math.imul(hash, 31) + bytes[n]!) | 0;
    const slot = this.slots.get(hash);
    if (slot) for (const known of slot) if (isSame(known.bytes, bytes, start, end)) return known.value;
    const fresh = { bytes: Buffer.from(bytes.subarray(start, end)), value: this.make(row.text(cell)) };
    if (slot) slot.push(fresh);
    else this.slots.set(hash, [fresh]);
    return fresh.value;
  }
}

/** A few bytes: calling out of JavaScript for them costs more than comparing them. */
function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let n = 0; n < known.length; n++) if (known[n] !== bytes[start + n]) return false;
  return true;
}
