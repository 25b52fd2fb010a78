import { DecoderSlots } from './decoder-slots.js';
import type { DecodeRequest } from './image-decoder.process.js';
import { ImageDecodersClient, type Decoded } from './image-decoders.client.js';
import { readImageHeader, type ImageHeader } from './image-header.js';
import type { FileType } from './stored-file.entity.js';

/** Maximum edge of a stored picture; larger ones are scaled down. */
export const MAX_EDGE_PIXELS = 4096;
/** A small flat PNG can claim any size: beyond this nothing is decoded (security T15). */
export const MAX_INPUT_PIXELS = 40_000_000;
/** 40 megapixels with transparency at 8 bits a channel. A picture of 16 bits reaches it at half the pixels, for it takes twice the time. */
export const MAX_DECODED_BYTES = 160_000_000;
/**
 * Scans of a JPEG (editors write 10), frames of a WebP (libwebp takes time quadratic in them: 5 MB of frames are 26 s) or compressed texts
 * of a PNG (each unpacks to 8 MB).
 */
const MAX_PARTS = { jpeg: 64, webp: 1_000, png: 16 };
const QUALITY = 90;
const AT_ONCE = 2;
const WAITING = 20;

export type ImageProblem = 'too-many-pixels' | 'too-costly' | 'too-slow' | 'unreadable';
/** Makes a hash to recognise a picture by, out of its outline (picture-hash.rules.ts). Null: there is too little in it. */
export type HashOf = (outline: Uint8Array) => Buffer | null;
/** Types that pictures are encoded to. */
export type PictureType = Exclude<FileType, 'application/pdf'>;
/** `hash`: null also where none was asked for. Width and height are those of the encoded picture. */
export type Reencoded =
  { bytes: Buffer; mime: PictureType; width: number; height: number; hash: Buffer | null } | { problem: ImageProblem };

/** Slots of concurrent decodes, and the decoders: ImageDecodersClient, or a double in a test. */
export interface Decoding {
  slots: DecoderSlots;
  decoders: { decode(request: DecodeRequest): Promise<Decoded> };
}

const shared: Decoding = { slots: new DecoderSlots(AT_ONCE, WAITING), decoders: new ImageDecodersClient() };

/**
 * Decodes a picture of `owner` and encodes it anew: upright, at most `maxEdge` pixels an edge, without any metadata or hidden payload.
 * JPEG stays JPEG; other formats become WebP. Animations keep their first picture. `hashOf`: the picture is to be recognised again.
 * A picture that is too costly by its header uses no decoder. Throws Busy if the queue is full.
 */
export async function reencode(
  owner: string,
  picture: Buffer,
  { slots, decoders }: Decoding = shared,
  hashOf?: HashOf,
  maxEdge: number = MAX_EDGE_PIXELS,
): Promise<Reencoded> {
  const header = readImageHeader(picture);
  const problem = header ? costProblem(header) : 'unreadable';
  if (problem) return { problem };
  const request = { picture, maxPixels: MAX_INPUT_PIXELS, maxEdge, quality: QUALITY, ...(hashOf && { outline: true }) };
  const decoded = await slots.run(owner, () => decoders.decode(request));
  if (decoded.kind === 'refused') return { problem: decoded.problem };
  const { buffer, byteOffset, byteLength } = decoded.bytes;
  const hash = (decoded.outline && hashOf?.(decoded.outline)) ?? null;
  const { mime, width, height } = decoded;
  return { bytes: Buffer.from(buffer, byteOffset, byteLength), mime, width, height, hash };
}

/** Why a picture with this header is not decoded at all; null where it may be. */
export function costProblem({ format, width, height, channels, bytesPerChannel, parts }: ImageHeader): ImageProblem | null {
  if (width * height > MAX_INPUT_PIXELS) return 'too-many-pixels';
  if (width * height * channels * bytesPerChannel > MAX_DECODED_BYTES) return 'too-costly';
  return parts > MAX_PARTS[format] ? 'too-costly' : null;
}
