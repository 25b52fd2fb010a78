import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openOffline, openWithPassphrase, type SealContext } from '../../platform/crypto/index.js';
import { InvalidInput } from '../../platform/domain/index.js';
import { keyringText, type AppConfig } from '../../platform/config/index.js';

/** A file with every key that a product needs to read its own data, for a place where that data is not. */
const packageSchema = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  keys: z.array(z.string()),
  sealedFor: z.enum(['passphrase', 'offline-key']),
  sealed: z.base64(),
});
export type KeyPackage = z.output<typeof packageSchema>;

const contentSchema = z.strictObject({ keyring: z.string(), logKey: z.string(), earlierLogKeys: z.array(z.string()) });
export type PackedKeys = z.output<typeof contentSchema>;

export const packageContext = (id: string): SealContext => ({ table: 'key-package', rowId: id, userId: null, field: 'keys' });

/** The ring, the key that signs the transparency log, and the public halves of those that did so before it. */
export function packedKeys({ keyring, logKeys }: AppConfig): PackedKeys {
  return {
    keyring: keyringText(keyring),
    logKey: logKeys.current.export({ type: 'pkcs8', format: 'pem' }) as string,
    earlierLogKeys: logKeys.earlier.map((key) => key.export({ type: 'spki', format: 'der' }).toString('base64')),
  };
}

/** Throws InvalidInput. */
export function readPackage(text: string): KeyPackage {
  try {
    return packageSchema.parse(JSON.parse(text));
  } catch {
    throw InvalidInput.field('in', 'This is not what keys:export wrote');
  }
}

export type Opener = { passphrase: string } | { privateKey: KeyObject };

/** Throws InvalidInput. */
export async function openPackage({ id, sealed, sealedFor }: KeyPackage, opener: Opener): Promise<PackedKeys> {
  const bytes = Buffer.from(sealed, 'base64');
  const byPassphrase = 'passphrase' in opener;
  if (byPassphrase !== (sealedFor === 'passphrase'))
    throw InvalidInput.field(
      'in',
      sealedFor === 'passphrase'
        ? 'It is sealed with a passphrase: give --passphrase-file, or type it'
        : 'It is sealed to the offline key: give --key',
    );
  try {
    const opened = byPassphrase
      ? await openWithPassphrase(bytes, opener.passphrase, packageContext(id))
      : openOffline(opener.privateKey, bytes, packageContext(id));
    return contentSchema.parse(JSON.parse(opened.toString('utf8')));
  } catch {
    throw InvalidInput.field(
      'in',
      `It does not open with this ${byPassphrase ? 'passphrase' : 'key'}: it was sealed with another one, or altered`,
    );
  }
}
