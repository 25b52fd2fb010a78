import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Small files that cost a decoder much time or memory (security S3), and the bytes they are made of. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface PngShape {
  width: number;
  height: number;
  /** Bits per channel. */
  depth?: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colourType?: 0 | 2 | 3 | 4 | 6;
  isInterlaced?: boolean;
}

const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A flat PNG. `pixels` are the bytes before compression: as many as the size needs unless given. */
export function flatPng(
  { width, height, depth = 8, colourType = 2, isInterlaced = false }: PngShape,
  pixels?: Buffer,
  extra: Buffer[] = [],
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  const rowBytes = Math.ceil((width * SAMPLES[colourType] * depth) / 8) + 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(pixels ?? Buffer.alloc(rowBytes * height), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** 311 kB that unpack to 320 MB: 6324 × 6324 at 16 bits a channel. */
export const deepPng = () => flatPng({ width: 6324, height: 6324, depth: 16, colourType: 6 });

/** A tiny PNG with texts that unpack to 8 MB each. */
export function pngWithTexts(count: number): Buffer {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_900_000, 65), { level: 9 })]));
  return flatPng(
    { width: 8, height: 8, colourType: 0 },
    undefined,
    Array.from({ length: count }, () => text),
  );
}

const riffChunk = (tag: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(tag, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
};
const threeBytes = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);

/** An animation of `frames` pictures of one pixel: libwebp looks for each from the first one on. */
export async function animatedWebp(frames: number): Promise<Buffer> {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
    .webp({ lossless: true })
    .toBuffer();
  const size = Buffer.concat([threeBytes(0), threeBytes(0)]);
  const frame = riffChunk('ANMF', Buffer.concat([size, size, threeBytes(10), Buffer.of(0), pixel.subarray(12)]));
  const canvas = riffChunk('VP8X', Buffer.concat([Buffer.from([0x12, 0, 0, 0]), size]));
  const pieces = [Buffer.from('WEBP'), canvas, riffChunk('ANIM', Buffer.alloc(6)), ...Array.from({ length: frames }, () => frame)];
  return riffChunk('RIFF', Buffer.concat(pieces));
}

/** A progressive JPEG whose last scan is sent `more` times again. */
export async function jpegWithScans(more: number): Promise<Buffer> {
  const progressive = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = progressive.length - 2;
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from('ffda', 'hex')), end);
  return Buffer.concat([progressive.subarray(0, end), ...Array.from({ length: more }, () => scan), progressive.subarray(end)]);
}
