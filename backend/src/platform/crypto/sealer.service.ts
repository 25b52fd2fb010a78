import { createHmac, randomBytes } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES } from './aes-gcm.js';
import { readHeader, rewrapped, withNewKey } from './data-key.js';
import type { KeyProvider } from './key-ring.provider.js';
import { associatedData, SealBroken, type SealContext } from './seal-context.types.js';

const RECORD = 0xe1;

/**
 * Seals single values for `bytea` columns (security 3.1):
 * `0xE1 | len kid | kid | len16 wrapped | wrapped | iv12 | ciphertext | tag16`, a random data key a value.
 */
export class Sealer {
  readonly #keys: KeyProvider;
  readonly #indexKey: Buffer;

  constructor(keys: KeyProvider, indexKey: Buffer) {
    this.#keys = keys;
    this.#indexKey = indexKey;
  }

  seal(plaintext: Buffer | string, context: SealContext): Buffer {
    const aad = associatedData(context);
    const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
    return withNewKey(this.#keys, aad, (dataKey, header) => {
      const iv = randomBytes(IV_BYTES);
      return Buffer.concat([Buffer.of(RECORD), header, iv, encrypt(dataKey, iv, bytes, aad)]);
    });
  }

  /** Decrypts. Throws SealBroken if the value was altered or moved to another row, member or column, or its key is missing. */
  open(sealed: Uint8Array, context: SealContext): Buffer {
    const record = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const header = record[0] === RECORD ? readHeader(record, 1) : null;
    if (!header) throw new SealBroken(context, 'not a sealed record');
    const aad = associatedData(context);
    try {
      const dataKey = this.#keys.unwrap(header.wrapped, aad);
      try {
        const iv = record.subarray(header.end, header.end + IV_BYTES);
        return decrypt(dataKey, iv, record.subarray(header.end + IV_BYTES), aad);
      } finally {
        dataKey.fill(0);
      }
    } catch (error) {
      throw new SealBroken(context, (error as Error).message);
    }
  }

  /** Returns the value with its data key rewrapped with the current key (security 3.2), without decrypting the value. Throws SealBroken. */
  rewrap(sealed: Uint8Array, context: SealContext): Buffer {
    const record = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const header = record[0] === RECORD ? readHeader(record, 1) : null;
    if (!header) throw new SealBroken(context, 'not a sealed record');
    try {
      return Buffer.concat([
        Buffer.of(RECORD),
        rewrapped(this.#keys, header.wrapped, associatedData(context)),
        record.subarray(header.end),
      ]);
    } catch (error) {
      throw new SealBroken(context, (error as Error).message);
    }
  }

  /** Returns the value re-encrypted with a new data key, wrapped with the current key (security 3.2). Throws SealBroken. */
  reseal(sealed: Uint8Array, context: SealContext): Buffer {
    const plaintext = this.open(sealed, context);
    try {
      return this.seal(plaintext, context);
    } finally {
      plaintext.fill(0);
    }
  }

  /** Checks that the ring unwraps the data key, without decrypting the value. Throws SealBroken. */
  checkKey(sealed: Uint8Array, context: SealContext): void {
    const record = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const header = record[0] === RECORD ? readHeader(record, 1) : null;
    if (!header) throw new SealBroken(context, 'not a sealed record');
    try {
      this.#keys.unwrap(header.wrapped, associatedData(context)).fill(0);
    } catch (error) {
      throw new SealBroken(context, (error as Error).message);
    }
  }

  /** Returns the blind index of a sealed value: equal values give equal bytes, and without the index key nobody can test a guess. */
  fingerprint(value: string): Buffer {
    return createHmac('sha256', this.#indexKey).update(value, 'utf8').digest();
  }
}
