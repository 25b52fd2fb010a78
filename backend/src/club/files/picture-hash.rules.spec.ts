import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImageDecodersClient } from './image-decoders.client.js';
import { DecoderSlots } from './decoder-slots.js';
import { reencode, type HashOf } from './images.js';
import { DOCUMENT_LOOKS_SAME_BITS, documentHash, LOOKS_SAME_BITS, pictureHash } from './picture-hash.rules.js';
import { exampleCard } from '../../../test/support/example-card.js';

const decoding = {
  slots: new DecoderSlots(2, 20),
  decoders: new ImageDecodersClient({ decodeMs: 60_000, startMs: 60_000, idleMs: 60_000 }),
};
async function hashOf(picture: Buffer, of: HashOf = pictureHash): Promise<Buffer | null> {
  const kept = await reencode('member', picture, decoding, of);
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

describe('the hash of a document', () => {
  const PEOPLE = 12;
  /** Cut on each side, in hundredths of it. */
  const cut = (picture: Buffer, percent: number) => {
    const [x, y] = [10 * percent, Math.round(6.3 * percent)];
    return sharp(picture).extract({ left: x, top: y, width: 1000 - 2 * x, height: 630 - 2 * y });
  };
  const copiesOf = (picture: Buffer) => ({
    'encoded again': sharp(picture).jpeg({ quality: 40 }),
    'half the size': sharp(picture).resize(500).webp({ quality: 70 }),
    'a third of the size': sharp(picture).resize(333).jpeg({ quality: 60 }),
    darker: sharp(picture).modulate({ brightness: 0.85 }).jpeg(),
    'cut by 1 %': cut(picture, 1).jpeg(),
    'cut by 2 %': cut(picture, 2).jpeg(),
  });
  const hashes = async (pictures: readonly Buffer[]) => {
    const found = [];
    for (const picture of pictures) found.push(await hashOf(picture, documentHash));
    return found;
  };

  it('is near for copies of a card, and further away for the cards of other people, which have the same layout', async () => {
    const cards = [];
    for (let person = 1; person <= PEOPLE; person++) cards.push(await exampleCard(person));
    const own = await hashes(cards);
    expect(own[0]).toHaveLength(64);
    for (const [at, card] of cards.slice(0, 4).entries())
      for (const [name, copy] of Object.entries(copiesOf(card))) {
        const far = distance(own[at]!, await hashOf(await copy.toBuffer(), documentHash));
        expect([name, at, far <= DOCUMENT_LOOKS_SAME_BITS, far]).toEqual([name, at, true, far]);
      }
    const others = own.flatMap((one, at) => own.slice(0, at).map((other) => distance(one, other)));
    expect(Math.min(...others)).toBeGreaterThan(DOCUMENT_LOOKS_SAME_BITS);
  });

  it('does not recognise what is cut by 5 %', async () => {
    const card = await exampleCard(1);
    const [whole, part] = await hashes([card, await cut(card, 5).toBuffer()]);
    expect(distance(whole!, part!)).toBeGreaterThan(DOCUMENT_LOOKS_SAME_BITS);
  });

  it('says nothing of a plain area', async () => {
    const plain = sharp({ create: { width: 200, height: 200, channels: 3, background: 'navy' } }).png();
    expect(await hashOf(await plain.toBuffer(), documentHash)).toBeNull();
  });
});
