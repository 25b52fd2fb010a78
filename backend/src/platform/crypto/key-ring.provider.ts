import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES } from './aes-gcm.js';

/** A data key encrypted with a key-encryption key. */
export interface WrappedKey {
  kid: string;
  blob: Buffer;
}

/** Wraps data keys with key-encryption keys, and unwraps them for the same associated data only. */
export abstract class KeyProvider {
  /** The id of the key that wraps. */
  abstract readonly current: string;
  abstract wrap(dataKey: Buffer, aad: Buffer): WrappedKey;
  /** Throws where the key id is unknown, or key, blob or associated data differ. */
  abstract unwrap(wrapped: WrappedKey, aad: Buffer): Buffer;
}

/** Key-encryption keys in memory: `current` wraps, every key of the ring unwraps. */
export class LocalKeyring extends KeyProvider {
  readonly current: string;
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** `keys`: 32 bytes each, by an id of letters, digits, dots, dashes and underscores. */
  constructor({ current, keys }: { current: string; keys: ReadonlyMap<string, Buffer> }) {
    super();
    if (!keys.has(current)) throw new Error('the current key is not in the ring');
    this.current = current;
    this.#keys = keys;
  }

  wrap(dataKey: Buffer, aad: Buffer): WrappedKey {
    const kid = this.current;
    const iv = randomBytes(IV_BYTES);
    return { kid, blob: Buffer.concat([iv, encrypt(this.#key(kid), iv, dataKey, wrapping(kid, aad))]) };
  }

  unwrap({ kid, blob }: WrappedKey, aad: Buffer): Buffer {
    return decrypt(this.#key(kid), blob.subarray(0, IV_BYTES), blob.subarray(IV_BYTES), wrapping(kid, aad));
  }

  #key(kid: string): Buffer {
    const key = this.#keys.get(kid);
    if (!key) throw new Error('no key of that id in the ring');
    return key;
  }
}

/** Key ids hold no colon, so this prefix is unambiguous. */
function wrapping(kid: string, aad: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`wrap:${kid}:`), aad]);
}
