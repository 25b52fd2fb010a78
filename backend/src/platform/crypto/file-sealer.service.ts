import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES, TAG_BYTES } from './aes-gcm.js';
import { headerOf, readHeader, rewrapped } from './data-key.js';
import type { KeyProvider } from './key-ring.provider.js';
import { associatedData, SealBroken, type SealContext } from './seal-context.types.js';

const FILE = 0xe2;
const PREFIX_BYTES = 4;
/** Plaintext size of every segment but the last, which may be shorter, and is empty only if the file is. */
export const SEGMENT_BYTES = 64 * 1024;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;
/** Bounds what is buffered while searching the end of a header, which is far shorter. */
const MAX_HEADER_BYTES = 1024;

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Seals files by 64 KiB segments, STREAM construction (security 3.3):
 * `0xE2 | len kid | kid | len16 wrapped | wrapped | prefix4 | segments`, a segment being ciphertext and tag16 under the nonce
 * `prefix4 | counter7 | last1`. Cut, swapped, repeated and appended segments do not open. The segments do not bind the header,
 * so that a key rotation rewrites the wrapped key alone.
 */
export class FileSealer {
  readonly #keys: KeyProvider;

  constructor(keys: KeyProvider) {
    this.#keys = keys;
  }

  /** Yields the sealed file in chunks. */
  async *seal(plaintext: Chunks, context: SealContext): AsyncGenerator<Buffer, void, undefined> {
    const aad = associatedData(context);
    const dataKey = randomBytes(32);
    try {
      const prefix = randomBytes(PREFIX_BYTES);
      yield Buffer.concat([Buffer.of(FILE), headerOf(this.#keys.wrap(dataKey, aad)), prefix]);
      let counter = 0;
      for await (const { bytes, last } of pieces(plaintext, SEGMENT_BYTES)) {
        yield encrypt(dataKey, nonce(prefix, counter++, last), bytes, aad);
      }
    } finally {
      dataKey.fill(0);
    }
  }

  /**
   * Yields the plaintext segment by segment, each one authenticated; throws SealBroken at the first that is not, and at the end of a
   * truncated file.
   */
  async *open(sealed: Chunks, context: SealContext): AsyncGenerator<Buffer, void, undefined> {
    const aad = associatedData(context);
    const { dataKey, prefix, rest } = await this.#begin(sealed, context, aad);
    try {
      let counter = 0;
      for await (const { bytes, last } of pieces(rest, SEALED_SEGMENT_BYTES)) {
        yield segment(context, () => decrypt(dataKey, nonce(prefix, counter++, last), bytes, aad));
      }
    } finally {
      dataKey.fill(0);
    }
  }

  /**
   * Yields the file with its data key rewrapped with the current key (security 3.2); its segments are copied unopened. Throws SealBroken.
   */
  async *rewrap(sealed: Chunks, context: SealContext): AsyncGenerator<Buffer, void, undefined> {
    const { header, head, source } = await readHead(sealed, context);
    try {
      yield segment(context, () =>
        Buffer.concat([Buffer.of(FILE), rewrapped(this.#keys, header.wrapped, associatedData(context)), head.subarray(header.end)]),
      );
      for await (const chunk of source) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } finally {
      await source.return();
    }
  }

  /**
   * Yields the file re-encrypted with a new data key, wrapped with the current key (security 3.2). Throws SealBroken, after some output if
   * a later segment does not open.
   */
  async *reseal(sealed: Chunks, context: SealContext): AsyncGenerator<Buffer, void, undefined> {
    yield* this.seal(this.open(sealed, context), context);
  }

  /** Checks that the ring unwraps the data key, reading only the header. Returns the id of the key that wraps it. Throws SealBroken. */
  async checkKey(sealed: Chunks, context: SealContext): Promise<string> {
    const { header, source } = await readHead(sealed, context);
    try {
      segment(context, () => this.#keys.unwrap(header.wrapped, associatedData(context)).fill(0));
      return header.wrapped.kid;
    } finally {
      await source.return();
    }
  }

  /** Closes the source on failure; reading it to the end closes it otherwise. */
  async #begin(
    sealed: Chunks,
    context: SealContext,
    aad: Buffer,
  ): Promise<{ dataKey: Buffer; prefix: Buffer; rest: AsyncIterable<Uint8Array> }> {
    const { header, head, source } = await readHead(sealed, context);
    const start = header.end + PREFIX_BYTES;
    try {
      const dataKey = segment(context, () => this.#keys.unwrap(header.wrapped, aad));
      return { dataKey, prefix: head.subarray(header.end, start), rest: prepend(head.subarray(start), source) };
    } catch (error) {
      await source.return();
      throw error;
    }
  }
}

type Header = NonNullable<ReturnType<typeof readHeader>>;

/** Returns the header and the bytes read with it, the prefix at least; closes the source on failure. */
async function readHead(
  sealed: Chunks,
  context: SealContext,
): Promise<{ header: Header; head: Buffer; source: AsyncGenerator<Uint8Array, void, undefined> }> {
  const source = iterate(sealed);
  try {
    let head = await grown(source, Buffer.alloc(0), context);
    for (;;) {
      const header = readHeader(head, 1);
      if (header && head.length >= header.end + PREFIX_BYTES) return { header, head, source };
      head = await grown(source, head, context);
    }
  } catch (error) {
    await source.return();
    throw error;
  }
}

/** Consumes the next chunk of the header; throws SealBroken if this is no sealed file, or ends here. */
async function grown(source: AsyncGenerator<Uint8Array, void, undefined>, head: Buffer, context: SealContext): Promise<Buffer> {
  const next = head.length > MAX_HEADER_BYTES ? null : await source.next();
  const bytes = next?.done === false ? Buffer.concat([head, next.value]) : null;
  if (!bytes || (bytes.length > 0 && bytes[0] !== FILE)) throw new SealBroken(context, 'not a sealed file');
  return bytes;
}

function segment<T>(context: SealContext, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new SealBroken(context, (error as Error).message);
  }
}

function nonce(prefix: Buffer, counter: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(IV_BYTES);
  prefix.copy(bytes);
  bytes.writeUIntBE(counter, 5, 6); // the first of the seven counter bytes stays zero: numbers are exact up to 2^53 only
  bytes.writeUInt8(last ? 1 : 0, 11);
  return bytes;
}

/** Splits a stream into pieces of `size` bytes. The last piece is marked, and is not empty unless the stream is. */
async function* pieces(source: Chunks, size: number): AsyncGenerator<{ bytes: Buffer; last: boolean }, void, undefined> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    length += chunk.byteLength;
    if (length <= size) continue;
    const all = Buffer.concat(waiting, length);
    let at = 0;
    for (; length - at > size; at += size) yield { bytes: all.subarray(at, at + size), last: false };
    waiting = [all.subarray(at)];
    length -= at;
  }
  yield { bytes: Buffer.concat(waiting, length), last: true };
}

async function* iterate(source: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* rest;
}
