/**
 * Candles of the minutes of a day or the seconds of a minute, packed without loss: prices are integers in units of 10^-places, stored as
 * their distance to the lowest. Two bitmaps hold which slots are known and which of those have a candle.
 */
export interface CandleBlock {
  /** Capacity: 1440 minutes or 60 seconds. */
  readonly slots: number;
  /** One bit per slot: it is known whether the slot has a candle. */
  readonly known: Uint8Array;
  /** Decimal places. */
  places: number;
  /** Slots with a candle, ascending; the price columns are parallel, in units of 10^-places. */
  at: Uint16Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
}

/** A candle with the venue's decimals. */
export interface SlotCandle {
  slot: number;
  open: string;
  high: string;
  low: string;
  close: string;
}

/** A price has too many digits to be packed exactly. Known from no venue. */
export class UnknownPrice extends Error {
  constructor(price: string) {
    super(`${price.slice(0, 40)} has more digits than prices have`);
  }
}

const VERSION = 1;
/** Bytes of the header: version, places, width, one reserved. The lowest price follows the bitmaps as a double. */
const HEAD = 4;
/** Integers below this survive a double and its decimal text. */
const MAX_UNITS = 1e15;
const MAX_PLACES = 18;
/** Powers of ten, all exact as doubles. */
export const POWERS = Array.from({ length: MAX_PLACES + 1 }, (_, n) => Number(`1e${n}`));
const columns = ['open', 'high', 'low', 'close'] as const;

export function emptyBlock(slots: number): CandleBlock {
  return {
    slots,
    known: new Uint8Array(bitmapSize(slots)),
    places: 0,
    at: new Uint16Array(0),
    open: new Float64Array(0),
    high: new Float64Array(0),
    low: new Float64Array(0),
    close: new Float64Array(0),
  };
}

const bitmapSize = (slots: number) => Math.ceil(slots / 8);
const has = (bitmap: Uint8Array, slot: number) => (bitmap[slot >> 3]! & (1 << (slot & 7))) !== 0;
const set = (bitmap: Uint8Array, slot: number) => void (bitmap[slot >> 3]! |= 1 << (slot & 7));

export const isKnown = ({ known }: CandleBlock, slot: number): boolean => has(known, slot);

/** Returns whether the slot is known to have no candle. */
export const isGap = (block: CandleBlock, slot: number): boolean => isKnown(block, slot) && !block.at.includes(slot);

/** Returns the first unknown slot from `from` on; `slots` if there is none. */
export function firstUnknown({ known, slots }: CandleBlock, from: number): number {
  for (let slot = from; slot < slots; slot++) {
    if ((slot & 7) === 0 && known[slot >> 3] === 255) slot += 7;
    else if (!has(known, slot)) return slot;
  }
  return slots;
}

export function countKnown({ known }: CandleBlock): number {
  let count = 0;
  for (const byte of known) for (let bits = byte; bits > 0; bits &= bits - 1) count++;
  return count;
}

export function packBlock(block: CandleBlock): Buffer {
  const { slots, known, places, at } = block;
  const size = bitmapSize(slots);
  const filled = new Uint8Array(size);
  for (const slot of at) set(filled, slot);
  let [lowest, highest] = [Infinity, 0];
  for (const low of block.low) lowest = Math.min(lowest, low);
  for (const high of block.high) highest = Math.max(highest, high);
  if (at.length === 0) lowest = 0;
  const width = highest - lowest < 2 ** 16 ? 2 : highest - lowest < 2 ** 32 ? 4 : 8;
  const bytes = Buffer.alloc(HEAD + 2 * size + 8 + 4 * width * at.length);
  bytes.set([VERSION, places, width]);
  bytes.set(known, HEAD);
  bytes.set(filled, HEAD + size);
  bytes.writeDoubleLE(lowest, HEAD + 2 * size);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let place = HEAD + 2 * size + 8;
  for (const name of columns) {
    for (const price of block[name]) {
      if (width === 2) view.setUint16(place, price - lowest, true);
      else if (width === 4) view.setUint32(place, price - lowest, true);
      else view.setFloat64(place, price - lowest, true);
      place += width;
    }
  }
  return bytes;
}

/** Throws if the bytes are not a block of this many slots. */
export function unpackBlock(bytes: Uint8Array, slots: number): CandleBlock {
  const size = bitmapSize(slots);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [version, places, width] = [bytes[0], bytes[1] ?? 0, bytes[2] ?? 0];
  const head = HEAD + 2 * size + 8;
  if (version !== VERSION || places > MAX_PLACES || ![2, 4, 8].includes(width) || bytes.byteLength < head)
    throw new Error('these bytes are no block of candles');
  const filled = bytes.subarray(HEAD + size, HEAD + 2 * size);
  const slotsFilled = new Uint16Array(slots);
  let count = 0;
  for (let slot = 0; slot < slots; slot++) if (has(filled, slot)) slotsFilled[count++] = slot;
  if (bytes.byteLength !== head + 4 * width * count) throw new Error('a block of candles is cut off');
  const lowest = view.getFloat64(HEAD + 2 * size, true);
  const column = (n: number) => {
    const prices = new Float64Array(count);
    let place = head + n * width * count;
    if (width === 2) for (let i = 0; i < count; i++, place += 2) prices[i] = lowest + view.getUint16(place, true);
    else if (width === 4) for (let i = 0; i < count; i++, place += 4) prices[i] = lowest + view.getUint32(place, true);
    else for (let i = 0; i < count; i++, place += 8) prices[i] = lowest + view.getFloat64(place, true);
    return prices;
  };
  return {
    slots,
    known: bytes.slice(HEAD, HEAD + size),
    places,
    at: slotsFilled.slice(0, count),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  };
}

export interface Merged {
  block: CandleBlock;
  /** More is known than before. */
  changed: boolean;
  /** First known gap that has a candle now; null: none. */
  late: number | null;
  /** Known gaps that have a candle now. */
  lateCount: number;
}

/** Merges candles and known slots into a block. Stored candles are not replaced. Throws UnknownPrice. */
export function withCandles(block: CandleBlock, candles: readonly SlotCandle[], known: Iterable<number>): Merged {
  const present = new Set(block.at);
  const fresh = candles.filter(({ slot }) => !present.has(slot));
  const lateSlots = fresh.flatMap(({ slot }) => (isKnown(block, slot) ? [slot] : []));
  const late = { late: lateSlots.length === 0 ? null : Math.min(...lateSlots), lateCount: lateSlots.length };
  const bits = block.known.slice();
  let changed = fresh.length > 0;
  for (const slot of [...known, ...fresh.map(({ slot: one }) => one)]) {
    if (has(bits, slot)) continue;
    set(bits, slot);
    changed = true;
  }
  if (!changed) return { block, changed, ...late };
  const texts = fresh.map((candle) => columns.map((name) => split(candle[name])));
  const places = Math.max(block.places, ...texts.flat().map(({ fraction }) => fraction.length));
  if (places > MAX_PLACES) throw new UnknownPrice(`a price of ${places} decimal places`);
  const factor = POWERS[places - block.places]!;
  const rows: { slot: number; prices: number[] }[] = fresh.map(({ slot }, n) => ({
    slot,
    prices: texts[n]!.map((price) => unitsOf(price, places)),
  }));
  for (const [n, slot] of block.at.entries()) rows.push({ slot, prices: columns.map((name) => sure(block[name][n]! * factor)) });
  rows.sort((a, b) => a.slot - b.slot);
  const column = (n: number) => Float64Array.from(rows, ({ prices }) => prices[n]!);
  return {
    block: {
      slots: block.slots,
      known: bits,
      places,
      at: Uint16Array.from(rows, ({ slot }) => slot),
      open: column(0),
      high: column(1),
      low: column(2),
      close: column(3),
    },
    changed,
    ...late,
  };
}

interface Digits {
  whole: string;
  /** Without trailing zeros. */
  fraction: string;
}

function split(price: string): Digits {
  const point = price.indexOf('.');
  if (point < 0) return { whole: price, fraction: '' };
  return { whole: price.slice(0, point), fraction: price.slice(point + 1).replace(/0+$/, '') };
}

function unitsOf({ whole, fraction }: Digits, places: number): number {
  return sure(Number(whole + fraction.padEnd(places, '0')), fraction === '' ? whole : `${whole}.${fraction}`);
}

function sure(units: number, price = String(units)): number {
  if (!(units >= 0 && units < MAX_UNITS)) throw new UnknownPrice(price);
  return units;
}
