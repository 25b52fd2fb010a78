import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES, KEY_BYTES } from './aes-gcm.js';
import { associatedData, SealBroken, type SealContext } from './seal-context.types.js';

const OFFLINE = 0xe3;
const POINT_BYTES = 32;

/**
 * Seals to a public key whose private half never comes near the running system (security 3.4): `0xE3 | ephemeral public key 32 | iv12 |
 * ciphertext | tag16`, key = HKDF-SHA-256(X25519, salt = both public keys, info = associated data). There is no way back here:
 * `openOffline` is for the machine that holds the private key.
 */
export class OfflineSeal {
  readonly #recipient: KeyObject | null;

  /** `publicKey`: 32 bytes in base64. Undefined: nothing can be sealed, and callers only record that a value was given. */
  constructor(publicKey: string | undefined) {
    this.#recipient = publicKey === undefined ? null : readPublicKey(publicKey);
  }

  /** Returns the sealed value; null without a configured key, and then the value must be dropped. */
  seal(plaintext: string, context: SealContext): Buffer | null {
    if (!this.#recipient) return null;
    const aad = associatedData(context);
    const ephemeral = generateKeyPairSync('x25519');
    const point = rawPoint(ephemeral.publicKey);
    const key = agree(ephemeral.privateKey, this.#recipient, point, rawPoint(this.#recipient), aad);
    const iv = randomBytes(IV_BYTES);
    return Buffer.concat([Buffer.of(OFFLINE), point, iv, encrypt(key, iv, Buffer.from(plaintext, 'utf8'), aad)]);
  }
}

/** Opens what OfflineSeal sealed. `privateKey` is the X25519 key object of the offline pair. */
export function openOffline(privateKey: KeyObject, sealed: Uint8Array, context: SealContext): Buffer {
  const bytes = Buffer.from(sealed);
  const aad = associatedData(context);
  if (bytes[0] !== OFFLINE) throw new SealBroken(context, 'not sealed for the offline key');
  try {
    const point = bytes.subarray(1, 1 + POINT_BYTES);
    const key = agree(privateKey, publicKeyOf(point), point, rawPoint(createPublicKey(privateKey)), aad);
    const ivEnd = 1 + POINT_BYTES + IV_BYTES;
    return decrypt(key, bytes.subarray(1 + POINT_BYTES, ivEnd), bytes.subarray(ivEnd), aad);
  } catch (error) {
    throw new SealBroken(context, (error as Error).message);
  }
}

function agree(privateKey: KeyObject, publicKey: KeyObject, ephemeral: Buffer, recipient: Buffer, aad: Buffer): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), aad, KEY_BYTES));
}

function readPublicKey(encoded: string): KeyObject {
  const point = Buffer.from(encoded, 'base64');
  if (point.length !== POINT_BYTES) throw new Error('OFFLINE_SEAL_PUBLIC_KEY must be an X25519 public key: 32 bytes in base64');
  return publicKeyOf(point);
}

function publicKeyOf(point: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: point.toString('base64url') }, format: 'jwk' });
}

function rawPoint(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url');
}
