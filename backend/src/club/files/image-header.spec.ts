import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { animatedWebp, flatPng, jpegWithScans, pngWithTexts } from '../../../test/support/image-bombs.js';
import { readImageHeader } from './image-header.js';

const picture = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 301, height: 207, channels, background: { r: 9, g: 90, b: 200, alpha: 0.4 } } });
const size = { width: 301, height: 207 };

describe('the header of a picture', () => {
  it.each([
    ['JPEG', () => picture().jpeg().toBuffer(), { format: 'jpeg', channels: 3, parts: 1 }],
    [
      'JPEG with a thumbnail and a place',
      () =>
        picture()
          .jpeg()
          .withExif({ IFD0: { Make: 'x'.repeat(500) } })
          .toBuffer(),
      { channels: 3, parts: 1 },
    ],
    ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer(), { format: 'jpeg', channels: 3 }],
    ['grey JPEG', () => picture().toColourspace('b-w').jpeg().toBuffer(), { channels: 1 }],
    ['CMYK JPEG', () => picture().toColourspace('cmyk').jpeg().toBuffer(), { channels: 4 }],
    ['PNG', () => picture().png().toBuffer(), { format: 'png', channels: 3, bytesPerChannel: 1, parts: 0 }],
    ['PNG with transparency', () => picture(4).png().toBuffer(), { channels: 4, bytesPerChannel: 1 }],
    ['PNG with a palette', () => picture().png({ palette: true }).toBuffer(), { channels: 4, bytesPerChannel: 1 }],
    ['PNG of 16 bits', () => picture().toColourspace('rgb16').png().toBuffer(), { channels: 3, bytesPerChannel: 2 }],
    ['WebP', () => picture().webp().toBuffer(), { format: 'webp', channels: 4, parts: 0 }],
    ['WebP without loss', () => picture().webp({ lossless: true }).toBuffer(), { format: 'webp' }],
    ['WebP with transparency', () => picture(4).webp().toBuffer(), { format: 'webp' }],
  ])('is read from a %s', async (_, make, expected) => {
    expect(readImageHeader(await make())).toMatchObject({ ...size, bytesPerChannel: 1, ...expected });
  });

  it.each([
    ['scans of a JPEG', () => jpegWithScans(50), 60],
    ['frames of a WebP', () => animatedWebp(50), 50],
    ['compressed texts of a PNG', () => Promise.resolve(pngWithTexts(5)), 5],
  ])('counts the %s', async (_, make, parts) => {
    expect(readImageHeader(await make())?.parts).toBe(parts);
  });

  it('is missing where a picture ends within it, and in what is no picture', async () => {
    const whole = await picture().jpeg().toBuffer();
    for (const bytes of [whole.subarray(0, 40), Buffer.alloc(0), Buffer.from('ffd8ffd9', 'hex'), Buffer.from('GIF89a'), whole.subarray(2)])
      expect(readImageHeader(bytes)).toBeNull();
    expect(readImageHeader(flatPng({ width: 0, height: 9 }, Buffer.alloc(9)))).toBeNull();
  });

  it('is read or missing, whatever the bytes: it never throws', async () => {
    const starts = [await picture().jpeg().toBuffer(), await picture().png().toBuffer(), await animatedWebp(3)].map((whole) =>
      whole.subarray(0, 60),
    );
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), fc.nat(60), (start, tail, cut) => {
        const header = readImageHeader(Buffer.concat([start.subarray(0, cut), tail]));
        expect(header === null || header.width * header.height > 0).toBe(true);
      }),
    );
  });
});
