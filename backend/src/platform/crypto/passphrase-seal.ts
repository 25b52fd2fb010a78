import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES, KEY_BYTES } from './aes-gcm.js';
import { associatedData, SealBroken, type SealContext } from './seal-context.types.js';

const PASSPHRASE = 0xe4;
const SALT_BYTES = 16;
/** 128 MiB and about half a second for each guess. */
const LOG2_COST = 17;
/** Upper bound of the cost that a file may request: sixteen times as much. */
const MAX_LOG2_COST = 21;
const BLOCK_SIZE = 8;

/** Seals with a passphrase: `0xE4 | log2 cost | salt16 | iv12 | ciphertext | tag16`, key = scrypt (RFC 7914, r = 8, p = 1). */
export async function sealWithPassphrase(plaintext: string, passphrase: string, context: SealContext): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const head = Buffer.concat([Buffer.of(PASSPHRASE, LOG2_COST), salt]);
  return Buffer.concat([
    head,
    iv,
    encrypt(
      await stretched(passphrase, salt, LOG2_COST),
      iv,
      Buffer.from(plaintext, 'utf8'),
      Buffer.concat([head, associatedData(context)]),
    ),
  ]);
}

/** Throws SealBroken for a wrong passphrase and for altered bytes. */
export async function openWithPassphrase(sealed: Uint8Array, passphrase: string, context: SealContext): Promise<Buffer> {
  const bytes = Buffer.from(sealed);
  const ivAt = 2 + SALT_BYTES;
  const cost = bytes[1] ?? 0;
  if (bytes[0] !== PASSPHRASE || cost < LOG2_COST || cost > MAX_LOG2_COST) throw new SealBroken(context, 'not sealed with a passphrase');
  try {
    const head = bytes.subarray(0, ivAt);
    const key = await stretched(passphrase, head.subarray(2), cost);
    return decrypt(
      key,
      bytes.subarray(ivAt, ivAt + IV_BYTES),
      bytes.subarray(ivAt + IV_BYTES),
      Buffer.concat([head, associatedData(context)]),
    );
  } catch (error) {
    throw new SealBroken(context, (error as Error).message);
  }
}

function stretched(passphrase: string, salt: Buffer, log2Cost: number): Promise<Buffer> {
  const N = 2 ** log2Cost;
  const options: ScryptOptions = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    // The same text typed on two machines may differ in its code points.
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
