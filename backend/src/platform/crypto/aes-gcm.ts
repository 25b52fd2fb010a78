import { createCipheriv, createDecipheriv } from 'node:crypto';

export const KEY_BYTES = 32;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';

/** Returns the ciphertext followed by its 16-byte tag. */
export function encrypt(key: Buffer, iv: Buffer, plaintext: Buffer, aad: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts; throws on any difference of key, iv, associated data or bytes. */
export function decrypt(key: Buffer, iv: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (end < 0) throw new RangeError('too short');
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}
