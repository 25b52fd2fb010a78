import { randomBytes } from 'node:crypto';

/** A clock set back by more than this is followed; below it the previous time is counted on. */
const SET_BACK_MS = 60_000;
const COUNTER_END = 0x1000;

let lastMs = 0;
let counter = 0;

/**
 * Returns a UUID version 7 (RFC 9562): it sorts by creation time, so an index on it stays compact. Ids of one process sort in order within
 * a millisecond too: `rand_a` counts from a random start (section 6.2, method 1). For ids that must not be guessed, use randomUUID().
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
