export interface ImageHeader {
  format: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
  /** After the expansion of a palette. */
  channels: number;
  bytesPerChannel: number;
  /** Parts that cost time besides pixels: scans of a JPEG, frames of a WebP, compressed texts of a PNG. */
  parts: number;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };
const JPEG_START = Buffer.from('ffd8', 'hex');
const JPEG_SCAN = Buffer.from('ffda', 'hex');
const VP8_START_CODE = Buffer.from('9d012a', 'hex');
const VP8L_SIGNATURE = 0x2f;
/** WebP has 8 bits a channel; the decoder always writes an alpha channel. */
const WEBP = { format: 'webp' as const, channels: 4, bytesPerChannel: 1 };

/**
 * Reads the cost of decoding a PNG, JPEG or WebP from its headers. Time is linear in the bytes; nothing is decoded.
 * Null for a picture without a readable header. The decoder checks the pixels once more: a header read differently there is no way in.
 */
export function readImageHeader(buffer: Buffer): ImageHeader | null {
  try {
    const header = read(buffer);
    return header && header.width > 0 && header.height > 0 && header.channels > 0 ? header : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // cut off within its header
    throw error;
  }
}

function read(buffer: Buffer): ImageHeader | null {
  if (buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return readPng(buffer);
  if (buffer.subarray(0, JPEG_START.length).equals(JPEG_START)) return readJpeg(buffer);
  return tagAt(buffer, 0) === 'RIFF' && tagAt(buffer, 8) === 'WEBP' ? readWebp(buffer) : null;
}

const tagAt = (buffer: Buffer, offset: number) => buffer.toString('latin1', offset, offset + 4);

function readPng(buffer: Buffer): ImageHeader | null {
  if (tagAt(buffer, 12) !== 'IHDR') return null;
  let parts = 0;
  for (let at = 8; at + 8 <= buffer.length; at += 12 + buffer.readUInt32BE(at))
    if (tagAt(buffer, at + 4) === 'zTXt' || tagAt(buffer, at + 4) === 'iTXt') parts += 1;
  return {
    format: 'png',
    width: buffer.readUInt32BE(16),
    height: buffer.readUInt32BE(20),
    channels: PNG_CHANNELS[buffer.readUInt8(25)] ?? 0,
    bytesPerChannel: buffer.readUInt8(24) > 8 ? 2 : 1,
    parts,
  };
}

/** The first frame header (SOF) is the one that libjpeg uses. */
function readJpeg(buffer: Buffer): ImageHeader | null {
  let at = JPEG_START.length;
  for (;;) {
    if (buffer.readUInt8(at) !== 0xff) return null;
    const marker = buffer.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // fill bytes may stand before a marker
      continue;
    }
    if (isFrameHeader(marker)) break;
    if (marker === 0xd9 || marker === 0xda) return null; // an end or a scan before any frame header
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + buffer.readUInt16BE(at + 2);
  }
  return {
    format: 'jpeg',
    width: buffer.readUInt16BE(at + 7),
    height: buffer.readUInt16BE(at + 5),
    channels: buffer.readUInt8(at + 9),
    bytesPerChannel: buffer.readUInt8(at + 4) > 8 ? 2 : 1,
    parts: occurrences(buffer, JPEG_SCAN, at),
  };
}

const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Within compressed data a 0xff is always escaped, so that a marker is one wherever it stands after the headers. */
function occurrences(buffer: Buffer, marker: Buffer, from: number): number {
  let count = 0;
  for (let at = buffer.indexOf(marker, from); at >= 0; at = buffer.indexOf(marker, at + marker.length)) count += 1;
  return count;
}

function readWebp(buffer: Buffer): ImageHeader | null {
  const size = webpSize(buffer);
  if (!size) return null;
  let parts = 0;
  for (let at = 12; at + 8 <= buffer.length; at += 8 + even(buffer.readUInt32LE(at + 4))) if (tagAt(buffer, at) === 'ANMF') parts += 1;
  return { ...size, ...WEBP, parts };
}

/** Chunks are padded to an even length. */
const even = (length: number) => length + (length % 2);

function webpSize(buffer: Buffer): { width: number; height: number } | null {
  switch (tagAt(buffer, 12)) {
    case 'VP8X': // the canvas, which holds every frame
      return { width: buffer.readUIntLE(24, 3) + 1, height: buffer.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = buffer.readUInt32LE(21);
      return buffer.readUInt8(20) === VP8L_SIGNATURE ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null;
    }
    case 'VP8 ':
      if (!buffer.subarray(23, 26).equals(VP8_START_CODE)) return null;
      return { width: buffer.readUInt16LE(26) & 0x3fff, height: buffer.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
