import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number) => Math.ceil(length / 4) * 4;

/**
 * Returns the TrueType or OpenType font in a WOFF 1.0 file, with its tables as they are before compression. Source:
 * https://www.w3.org/TR/WOFF/.
 */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const log2 = Math.floor(Math.log2(count));
  const header = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(SFNT_ENTRY * 2 ** log2, 6);
  header.writeUInt16BE(log2, 8);
  header.writeUInt16BE(SFNT_ENTRY * (count - 2 ** log2), 10);

  const parts = [header];
  let at = header.length;
  for (let n = 0; n < count; n++) {
    const entry = HEADER + ENTRY * n;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    const table = Buffer.alloc(padded(length));
    (packed < length ? inflateSync(stored) : stored).copy(table);
    parts.push(table);

    const target = SFNT_HEADER + SFNT_ENTRY * n;
    woff.copy(header, target, entry, entry + 4); // tag
    woff.copy(header, target + 4, entry + 16, entry + 20); // checksum
    header.writeUInt32BE(at, target + 8);
    header.writeUInt32BE(length, target + 12);
    at += table.length;
  }
  return Buffer.concat(parts);
}
