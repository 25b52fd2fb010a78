import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { DomainError } from '../../platform/domain/index.js';
import { flatPng, pngChunk } from '../../../test/support/image-bombs.js';
import { ImageDecodersClient } from './image-decoders.client.js';
import type { FilePurpose } from './stored-file.entity.js';
import { MAX_UPLOAD_BYTES, prepareUploads } from './uploads.js';

const userId = '6f1c1f0e-0000-4000-8000-000000000002';
const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } });
const upload = (buffer: Buffer, purpose: FilePurpose = 'id-card', field = 'idCard') => ({ userId, purpose, field, buffer });

async function accept(buffer: Buffer, purpose: FilePurpose = 'id-card') {
  const [prepared] = await prepareUploads([upload(buffer, purpose)]);
  return prepared!;
}
async function refusal(buffer: Buffer, purpose: FilePurpose = 'id-card'): Promise<DomainError> {
  const error = await prepareUploads([upload(buffer, purpose)]).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

const png = (width: number, height: number, pixels: Buffer, extra: Buffer[] = []) =>
  flatPng({ width, height, colourType: 0 }, pixels, extra);

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n');
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><html><body><script>alert(document.domain)</script></body></html>');

describe('uploads that are taken', () => {
  it.each([
    ['a JPEG', () => picture().jpeg().toBuffer(), 'image/jpeg', 'jpeg'],
    ['a PNG', () => picture().png().toBuffer(), 'image/webp', 'webp'],
    ['a WebP', () => picture().webp().toBuffer(), 'image/webp', 'webp'],
  ])('%s is encoded anew', async (_, make, mime, format) => {
    const original = await make();
    const { file, bytes } = await accept(original);
    expect(file).toMatchObject({ userId, purpose: 'id-card', mime, byteSize: bytes.length });
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 60, height: 40 });
    expect(bytes.equals(original)).toBe(false);
  });

  it('loses all metadata: place, camera, owner, profile and comments', async () => {
    const exif = { IFD0: { Copyright: 'Jane Doe, Elm Street 1' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const original = await picture()
      .jpeg()
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    expect(original.includes('Elm Street')).toBe(true);
    const { bytes } = await accept(original);
    const { exif: left, xmp, icc, iptc } = await sharp(bytes).metadata();
    expect([left, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const trace of ['Elm Street', 'secret-xmp', 'GPS', 'Exif']) expect(bytes.includes(trace)).toBe(false);
  });

  it('is turned upright before the orientation mark is dropped', async () => {
    const lying = await picture(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await sharp((await accept(lying)).bytes).metadata()).toMatchObject({ width: 40, height: 60 });
  });

  it('is scaled to 4096 pixels an edge at most, and never enlarged', async () => {
    const { bytes } = await accept(await picture(5000, 100).jpeg().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 4096, height: 82 });
  });

  it('loses what was hidden behind or inside the picture', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const text = pngChunk('tEXt', Buffer.from('Comment\0<script>hidden-in-chunk</script>'));
    const drawn = png(8, 8, Buffer.alloc(9 * 8), [text]);
    for (const polyglot of [Buffer.concat([jpeg, html]), Buffer.concat([jpeg, pdf]), drawn]) {
      const { bytes } = await accept(polyglot);
      for (const trace of ['<script', 'hidden-in-chunk', '%PDF', '<html']) expect(bytes.includes(trace)).toBe(false);
    }
  });

  it('keeps a transparent picture transparent', async () => {
    const original = await sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    expect(await sharp((await accept(original)).bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  it('keeps a PDF as it is, for a proof of address alone', async () => {
    const { file, bytes } = await accept(pdf, 'proof-of-address');
    expect(file.mime).toBe('application/pdf');
    expect(bytes.equals(pdf)).toBe(true);
    for (const purpose of ['id-card', 'profile-image', 'payment-proof'] as const)
      expect((await refusal(pdf, purpose)).kind).toBe('invalid');
  });
});

describe('uploads that are refused', () => {
  it.each([
    ['SVG', svg],
    ['SVG without its declaration', svg.subarray(svg.indexOf('<svg'))],
    ['HTML', html],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['nothing', Buffer.alloc(0)],
    ['noise', randomBytes(5000)],
    ['text before a JPEG', Buffer.concat([Buffer.from('GIF-like text '), Buffer.from('ffd8ffe000104a46', 'hex')])],
    ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
  ])('%s, by a sentence that names what is taken', async (_, buffer) => {
    for (const purpose of ['id-card', 'proof-of-address'] as const) {
      const error = await refusal(buffer, purpose);
      expect(error.kind).toBe('invalid');
      expect(error.fields).toEqual([{ field: 'idCard', message: expect.stringMatching(/^Please upload a PNG, JPEG or WebP image/) }]);
    }
  });

  it.each([
    ['GIF', () => picture().gif().toBuffer()],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['AVIF', () => picture().avif().toBuffer()],
  ])('%s, though the library can read it', async (_, make) => {
    expect((await refusal(await make())).message).toMatch(/PNG, JPEG or WebP/);
  });

  it('SVG, GIF, TIFF and AVIF even where they reach the image library: it has no reader for them', async () => {
    const foreign = [svg, await picture().gif().toBuffer(), await picture().tiff().toBuffer(), await picture().avif().toBuffer()];
    const decoders = new ImageDecodersClient();
    for (const picture of foreign)
      expect(await decoders.decode({ picture, maxPixels: 1e6, maxEdge: 100, quality: 90 })).toEqual({
        kind: 'refused',
        problem: 'unreadable',
      });
  });

  it('a bomb: a few bytes that claim 900 megapixels are never decoded', async () => {
    const bomb = png(30_000, 30_000, Buffer.alloc(1000));
    expect(bomb.length).toBeLessThan(200);
    expect((await refusal(bomb)).message).toMatch(/40 megapixels/);
  });

  it('an honest picture over 40 megapixels', async () => {
    const wide = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer();
    expect((await refusal(wide)).message).toMatch(/40 megapixels/);
  });

  it('a picture that is cut off or altered', async () => {
    const jpeg = await sharp(randomBytes(3 * 64 * 64), { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer();
    const drawn = png(8, 8, Buffer.alloc(9 * 8));
    drawn[drawn.length - 20]! ^= 0xff;
    for (const damaged of [jpeg.subarray(0, jpeg.length / 2), Buffer.concat([jpeg.subarray(0, 200), randomBytes(2000)]), drawn]) {
      expect((await refusal(damaged)).message).toMatch(/damaged/);
    }
  });

  it('a PDF that is cut off', async () => {
    expect((await refusal(pdf.subarray(0, pdf.length - 10), 'proof-of-address')).message).toMatch(/PDF is incomplete/);
  });

  it('more than 10 MB, as too large', async () => {
    expect(await refusal(Buffer.alloc(MAX_UPLOAD_BYTES + 1))).toMatchObject({ kind: 'too-large', fields: [{ field: 'idCard' }] });
  });

  it('names every file of the form that cannot be taken, and takes none', async () => {
    const failure = prepareUploads([
      upload(svg),
      upload(await picture().jpeg().toBuffer(), 'proof-of-address', 'proofOfAddress'),
      upload(html, 'profile-image', 'profileImg'),
    ]);
    await expect(failure).rejects.toMatchObject({ kind: 'invalid', fields: [{ field: 'idCard' }, { field: 'profileImg' }] });
  });
});
