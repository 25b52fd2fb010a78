import type { Row } from './row.js';

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
