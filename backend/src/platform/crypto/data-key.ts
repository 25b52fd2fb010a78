import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from './aes-gcm.js';
import type { KeyProvider, WrappedKey } from './key-ring.provider.js';

/** Runs `use` with a new random data key, and wipes the key afterwards. */
export function withNewKey<T>(keys: KeyProvider, aad: Buffer, use: (dataKey: Buffer, header: Buffer) => T): T {
  const dataKey = randomBytes(KEY_BYTES);
  try {
    return use(dataKey, headerOf(keys.wrap(dataKey, aad)));
  } finally {
    dataKey.fill(0);
  }
}

/** Encodes the header `len kid | kid | len16 wrapped | wrapped`, which stands between the type byte and the ciphertext. */
export function headerOf({ kid, blob }: WrappedKey): Buffer {
  const id = Buffer.from(kid, 'utf8');
  const header = Buffer.alloc(1 + id.length + 2 + blob.length);
  header.writeUInt8(id.length, 0);
  id.copy(header, 1);
  header.writeUInt16BE(blob.length, 1 + id.length);
  blob.copy(header, 3 + id.length);
  return header;
}

/** Reads a header at `start`; null if `bytes` end before it does. */
export function readHeader(bytes: Buffer, start: number): { wrapped: WrappedKey; end: number } | null {
  if (bytes.length <= start) return null;
  const blobLengthAt = start + 1 + bytes.readUInt8(start);
  if (bytes.length < blobLengthAt + 2) return null;
  const end = blobLengthAt + 2 + bytes.readUInt16BE(blobLengthAt);
  if (bytes.length < end) return null;
  return { wrapped: { kid: bytes.toString('utf8', start + 1, blobLengthAt), blob: bytes.subarray(blobLengthAt + 2, end) }, end };
}

/** A type byte, the length of an id and the longest id. */
const MAX_ID_BYTES = 2 + 32;

/** Returns the id of the key that wraps a sealed value's or file's data key, from its first bytes; null if they are neither. */
export function keyIdOf(sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, Math.min(sealed.byteLength, MAX_ID_BYTES));
  const end = 2 + (bytes[1] ?? 0);
  return (bytes[0] === 0xe1 || bytes[0] === 0xe2) && end > 2 && bytes.length >= end ? bytes.toString('utf8', 2, end) : null;
}

/** Rewraps a data key with the current key: returns the new header. The data key itself does not change. */
export function rewrapped(keys: KeyProvider, wrapped: WrappedKey, aad: Buffer): Buffer {
  const dataKey = keys.unwrap(wrapped, aad);
  try {
    return headerOf(keys.wrap(dataKey, aad));
  } finally {
    dataKey.fill(0);
  }
}
