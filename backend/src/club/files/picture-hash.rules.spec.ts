import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImageDecodersClient } from './image-decoders.client.js';
import { DecoderSlots } from './decoder-slots.js';
import { reencode } from './images.js';
import { LOOKS_SAME_BITS } from './picture-hash.rules.js';

const decoding = {
  slots: new DecoderSlots(2, 20),
  decoders: new ImageDecodersClient({ decodeMs: 60_000, startMs: 60_000, idleMs: 60_000 }),
};
async function hashOf(picture: Buffer): Promise<Buffer | null> {
  const kept = await reencode('member', picture, decoding, true);
  if ('problem' in kept) throw new Error(kept.problem);
  return kept.hash;
}
const distance = (one: Buffer | null, other: Buffer | null): number =>
  [...one!].reduce((bits, byte, at) => bits + [...(byte ^ other![at]!).toString(2)].filter((bit) => bit === '1').length, 0);

/** A page of a wallet: bars of text in places that the numbers say. */
function page(...rows: number[]): Promise<Buffer> {
  const bars = rows.map(
    (row, at) => `<rect x="${40 + ((row * 37) % 200)}" y="${40 + at * 80}" width="${60 + ((row * 61) % 300)}" height="40" fill="#222"/>`,
  );
  const paper = '<rect width="600" height="1000" fill="#f4f4f4"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1000">${paper}${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
const ONE = [1, 5, 3, 7, 2, 9, 4, 8, 6, 3, 5];

describe('the hash of a picture', () => {
  it('is nearly the same after the picture was scaled, encoded again or turned to another format', async () => {
    const picture = await page(...ONE);
    const hash = await hashOf(picture);
    expect(hash).toHaveLength(32);
    expect(await hashOf(picture)).toEqual(hash);
    const copies = [
      sharp(picture).jpeg({ quality: 40 }),
      sharp(picture).resize(300, 500).webp({ quality: 60 }),
      sharp(picture).modulate({ brightness: 0.9 }).png(),
    ];
    for (const copy of copies) expect(distance(hash, await hashOf(await copy.toBuffer()))).toBeLessThanOrEqual(LOOKS_SAME_BITS);
  });

  it('is another for another picture', async () => {
    const other = await hashOf(await page(9, 2, 8, 1, 6, 3, 7, 2, 4, 9, 1));
    expect(distance(await hashOf(await page(...ONE)), other)).toBeGreaterThan(LOOKS_SAME_BITS);
  });

  it('says nothing of a plain area', async () => {
    const plain = await sharp({ create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    expect(await hashOf(plain)).toBeNull();
  });
});
