import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { fontOfWoff } from './woff-font.rules.js';

const file = (weight: number) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`)));
const padded = (length: number) => Math.ceil(length / 4) * 4;

/** The sum of the words of a table, by which a font proves it. */
function checksumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

describe.each([400, 700])('the font in a WOFF file of weight %d', (weight) => {
  const font = fontOfWoff(file(weight));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => {
    const entry = 12 + 16 * n;
    const [checksum, offset, length] = [4, 8, 12].map((field) => font.readUInt32BE(entry + field)) as [number, number, number];
    return { tag: font.toString('latin1', entry, entry + 4), checksum, offset, length };
  });

  it('has every table as its checksum says', () => {
    expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['GSUB', 'cmap', 'glyf', 'head', 'loca']));
    for (const { tag, checksum, offset, length } of tables) {
      const table = Buffer.from(font.subarray(offset, offset + padded(length)));
      // `head` stores the checksum of the whole font, which its own checksum leaves out.
      if (tag === 'head') table.writeUInt32BE(0, 8);
      expect([tag, checksumOf(table)]).toEqual([tag, checksum]);
    }
  });

  it('has its tables one after the other, each at a multiple of four bytes, and nothing else', () => {
    let at = 12 + 16 * tables.length;
    for (const { tag, offset, length } of tables) {
      expect([tag, offset]).toEqual([tag, at]);
      at += padded(length);
    }
    expect(font).toHaveLength(at);
  });
});

it('refuses what is no WOFF file', () => {
  expect(() => fontOfWoff(fontOfWoff(file(400)))).toThrow(new TypeError('not a WOFF font'));
});
