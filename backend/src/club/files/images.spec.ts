import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { animatedWebp, flatPng, jpegWithScans, pngWithTexts } from '../../../test/support/image-bombs.js';
import { DecoderSlots } from './decoder-slots.js';
import { ImageDecodersClient, type DecoderTimes } from './image-decoders.client.js';
import { costProblem, MAX_DECODED_BYTES, reencode } from './images.js';
import type { DecodeRequest } from './image-decoder.process.js';

const small = () =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
const request = (picture: Buffer, maxPixels = 40_000_000): DecodeRequest => ({ picture, maxPixels, maxEdge: 4096, quality: 90 });
const TIMES: DecoderTimes = { decodeMs: 60_000, startMs: 60_000, idleMs: 60_000 };

/** Decoders that count what reaches them. */
function counting() {
  const reached: DecodeRequest[] = [];
  const decoders = new ImageDecodersClient(TIMES);
  return {
    reached,
    slots: new DecoderSlots(2, 20),
    decoders: { decode: (asked: DecodeRequest) => (reached.push(asked), decoders.decode(asked)) },
  };
}

describe('a picture that costs too much', () => {
  it.each([
    ['many pixels', () => flatPng({ width: 30_000, height: 30_000 }, Buffer.alloc(9)), 'too-many-pixels'],
    ['16 bits a channel', () => flatPng({ width: 6324, height: 6324, depth: 16, colourType: 6 }, Buffer.alloc(9)), 'too-costly'],
    ['texts', () => pngWithTexts(20), 'too-costly'],
    ['frames', () => animatedWebp(1_001), 'too-costly'],
    ['scans', () => jpegWithScans(60), 'too-costly'],
  ])('by its %s takes no decoder', async (_, make, problem) => {
    const decoding = counting();
    expect(await reencode('member', await make(), decoding)).toEqual({ problem });
    expect(decoding.reached).toHaveLength(0);
  });

  it('is bounded by width × height × channels × bytes a channel', () => {
    const header = { format: 'png' as const, width: 5000, height: 8000, channels: 4, bytesPerChannel: 1, parts: 0 };
    expect(header.width * header.height * header.channels).toBe(MAX_DECODED_BYTES);
    expect(costProblem(header)).toBeNull();
    expect(costProblem({ ...header, bytesPerChannel: 2 })).toBe('too-costly');
    expect(costProblem({ ...header, width: 2500, bytesPerChannel: 2 })).toBeNull();
    expect(costProblem({ ...header, height: 8001 })).toBe('too-many-pixels');
  });

  it('is refused by the decoder too, where its header was read as a smaller one', async () => {
    expect(await new ImageDecodersClient(TIMES).decode(request(await small(), 255))).toEqual({
      kind: 'refused',
      problem: 'too-many-pixels',
    });
  });

  it('such as ten scans, sixteen texts or a thousand frames, is decoded', async () => {
    const decoding = counting();
    for (const picture of [await jpegWithScans(0), pngWithTexts(1), await animatedWebp(1_000)])
      expect(await reencode('member', picture, decoding)).toMatchObject({ bytes: expect.any(Buffer) });
  });
});

describe('a decoder that takes too long', () => {
  /** Decoding this takes a hundred times the limit. */
  const slow = () => request(flatPng({ width: 3000, height: 2000, depth: 16, colourType: 6 }));

  it('is killed, and the next picture gets another', async () => {
    const decoders = new ImageDecodersClient({ ...TIMES, decodeMs: 1 });
    expect(await decoders.decode(slow())).toEqual({ kind: 'refused', problem: 'too-slow' });
    expect(decoders.waiting).toBe(0);
    const patient = new ImageDecodersClient(TIMES);
    expect(await patient.decode(request(await small()))).toMatchObject({ kind: 'encoded', mime: 'image/webp' });
    expect(patient.waiting).toBe(1);
    expect(await patient.decode(request(await small()))).toMatchObject({ kind: 'encoded' });
    expect(patient.waiting).toBe(1);
  });
});
