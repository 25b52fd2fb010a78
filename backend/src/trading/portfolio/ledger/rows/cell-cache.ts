import type { Row } from './row.js';

/** Caches values by the bytes of a cell, because decoding a string per row would cost more than all its numbers. */
export class CellCache<T> {
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

/** Compares a few bytes in JavaScript, which is cheaper than a native call. */
function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let n = 0; n < known.length; n++) if (known[n] !== bytes[start + n]) return false;
  return true;
}
