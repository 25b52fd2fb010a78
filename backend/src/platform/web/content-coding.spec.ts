import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { contentCoding, encode } from './content-coding.js';

describe('the coding of an answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.2,gzip;q=0.8', 'gzip'],
    ['br ; q=0.8 , gzip ; q=0.8', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, *;q=0.000', 'identity'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', 'identity'],
    ['deflate, zstd', 'identity'],
    ['br;q=loud', 'identity'],
    ['br;q=7', 'identity'],
    [', ;;, =', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for %j is %s', (header, coding) => {
    expect(contentCoding(header)).toBe(coding);
  });

  it('gives back the text', async () => {
    const text = 'Prices € 1 · “ok”\n'.repeat(50);
    expect(brotliDecompressSync(await encode(text, 'br')).toString()).toBe(text);
    expect(gunzipSync(await encode(text, 'gzip')).toString()).toBe(text);
    expect((await encode(text, 'identity')).toString()).toBe(text);
  });
});
