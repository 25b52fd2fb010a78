import { randomBytes } from 'node:crypto';

/** How far the clock may be set back before its new time is followed rather than the old one counted on from. */
const SET_BACK_MS = 60_000;
const COUNTER_END = 0x1000;

let lastMs = 0;
let counter = 0;

/**
 * RFC 9562 UUID version 7: sorts by creation time, so an index on it stays compact. Within one process each sorts after the one before, of the same millisecond
 * too: `rand_a` counts from a random start (section 6.2, method 1). For records nobody should be able to guess, use randomUUID().
 */
export function uuidv7(now = Date.now()): string {
  const bytes = randomBytes(16);
  const start = bytes.readUInt16BE(6) & (COUNTER_END / 2 - 1);
  if (now > lastMs || now < lastMs - SET_BACK_MS) [lastMs, counter] = [now, start];
  else if (++counter === COUNTER_END) [lastMs, counter] = [lastMs + 1, start];
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}
