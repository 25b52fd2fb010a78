import { createHmac } from 'node:crypto';
import { lengthPrefixed } from '../../platform/crypto/index.js';

const PICTURE_BITS = 512;

/**
 * Makes the fingerprints of documents with a secret key: nobody can be identified from a copy of the database without the key ring.
 * Document numbers can be guessed and pictures tried, so contents and numbers are HMACs. Hashes of pictures have to stay comparable, which
 * an HMAC is not: their bits change places in a secret order and are combined with a secret mask, which keeps the distance of two hashes.
 * Without the key the rows say which documents resemble each other, and nothing about what is on them. Who has the database and can submit
 * pictures of their own can work out the order; a hash still holds 512 differences of grey, too few to draw a face or to read a word from.
 */
export class KycFingerprintKey {
  readonly #key: Buffer;
  readonly #order: readonly number[];
  readonly #mask: Buffer;

  /** `key`: of this purpose alone, and one that rotations do not change. */
  constructor(key: Buffer) {
    this.#key = key;
    const places = Array.from({ length: PICTURE_BITS }, (_, bit) => [bit, this.#hmac('order', String(bit)).toString('hex')] as const);
    this.#order = places.toSorted(([, one], [, other]) => (one < other ? -1 : 1)).map(([bit]) => bit);
    this.#mask = Buffer.concat([this.#hmac('mask', '0'), this.#hmac('mask', '1')]);
  }

  /** `sha256`: of a document as it is stored. */
  content(sha256: Uint8Array): Buffer {
    return this.#hmac('content', Buffer.from(sha256));
  }

  /** `number`: without spaces and signs (readDocumentNumber). */
  number(number: string): Buffer {
    return this.#hmac('number', number);
  }

  /** `hash`: of documentHash. Returns 512 bits as text of 0 and 1. */
  picture(hash: Uint8Array): string {
    if (hash.length * 8 !== PICTURE_BITS) throw new Error(`a hash of a document has ${PICTURE_BITS} bits`);
    return this.#order.map((from, to) => bitOf(hash, from) ^ bitOf(this.#mask, to)).join('');
  }

  #hmac(purpose: string, value: string | Buffer): Buffer {
    return createHmac('sha256', this.#key).update(lengthPrefixed(purpose, value)).digest();
  }
}

const bitOf = (bytes: Uint8Array, at: number) => (bytes[at >> 3]! >> (7 - (at & 7))) & 1;
